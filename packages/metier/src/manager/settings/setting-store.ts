/** Reads and writes single settings by their keys. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { reviewConfiguration } from './configuration.js'
import { changeConfiguration, readStored } from './configuration-store.js'
import { splitKey } from './setting-key.js'

type Mapping = Record<string, unknown>

/** Returns the value at a key, or undefined. */
export function settingAt(configuration: unknown, key: string): unknown {
  let value = configuration
  for (const part of splitKey(key)) {
    if (!isMapping(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

/** Sets a key in a file, or removes it if the value is undefined. Never writes an invalid configuration. */
export function storeSetting(file: string, key: string, value: unknown): Promise<Result<string>> {
  const parts = splitKey(key)
  const problem = reviewSetting(parts, value)
  if (problem !== undefined) return Promise.resolve(fail('skill_invalid', problem))
  return changeConfiguration(file, (configuration) =>
    value === undefined ? removeAt(configuration, parts) : changeAt(configuration, parts, () => value),
  )
}

/** The message about an unknown key; undefined for the key of a setting. */
export function reviewKey(key: string): string | undefined {
  const parts = splitKey(key)
  if (parts.length === 0) return EMPTY_KEY
  return reviewConfiguration(nest(parts, {})).find(({ code }) => code === 'config_unknown_key')?.message
}

/** Whether a file has a value at a key, valid or not. True for a damaged file, because that cannot be known. */
export function isStored(file: string, key: string): boolean {
  const configuration = readStored(file)
  if (configuration === undefined) return true
  return splitKey(key).length > 0 && settingAt(configuration, key) !== undefined
}

/** Removes values from the list at a key of a file. */
export function storeWithout(file: string, key: string, values: readonly string[]): Promise<Result<string>> {
  return changeConfiguration(file, (configuration) =>
    changeAt(configuration, splitKey(key), (listed) =>
      Array.isArray(listed) ? listed.filter((value) => !values.includes(value)) : listed,
    ),
  )
}

/** Converts a value to one that the key accepts: the value itself, or a list with that value. */
export function fitSetting(key: string, value: unknown): Result<unknown> {
  const parts = splitKey(key)
  const problem = reviewSetting(parts, value)
  if (problem === undefined) return succeed(value)
  return reviewSetting(parts, [value]) === undefined ? succeed([value]) : fail('skill_invalid', problem)
}

function reviewSetting(parts: readonly string[], value: unknown): string | undefined {
  if (parts.length === 0) return EMPTY_KEY
  return value === undefined ? undefined : reviewConfiguration(nest(parts, value))[0]?.message
}

const EMPTY_KEY = 'the key is empty'

/** The configuration that has only this value. */
function nest(parts: readonly string[], value: unknown): unknown {
  return parts.reduceRight<unknown>((inner, part) => Object.fromEntries([[part, inner]]), value)
}

/** Removes a key, and the objects that become empty by it. Creates nothing. */
function removeAt(configuration: Mapping, [part = '', ...below]: readonly string[]): undefined {
  if (!Object.hasOwn(configuration, part)) return
  const inner = configuration[part]
  if (below.length > 0) {
    if (!isMapping(inner) || Object.keys(inner).length === 0) return
    removeAt(inner, below)
    if (Object.keys(inner).length > 0) return
  }
  delete configuration[part]
}

function changeAt(
  configuration: Mapping,
  parts: readonly string[],
  change: (value: unknown) => unknown,
): string | undefined {
  let mapping = configuration
  for (const [at, part] of parts.slice(0, -1).entries()) {
    const inner = Object.hasOwn(mapping, part) ? mapping[part] : define(mapping, part, {})
    if (!isMapping(inner)) return `'${parts.slice(0, at + 1).join('.')}' must be an object`
    mapping = inner
  }
  const last = parts.at(-1) ?? ''
  define(mapping, last, change(Object.hasOwn(mapping, last) ? mapping[last] : undefined))
  return undefined
}

/** `__proto__` is treated as an ordinary key. */
function define(mapping: Mapping, key: string, value: unknown): unknown {
  Object.defineProperty(mapping, key, { value, enumerable: true, configurable: true, writable: true })
  return value
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
