/** Reads requirements in the one spelling that nine of ten skills use: plain lists in one namespace below `metadata`. */

import { NAMESPACES } from '../../skill/metadata/blocks.js'
import {
  isBinaryName,
  isKnownSystem,
  isVariableName,
  NO_REQUIREMENTS,
  type Requirements,
} from '../../skill/metadata/requirements.js'
import { REQUIREMENT_KEYS } from '../../skill/metadata/requires.js'
import { type FrontmatterMapping, withoutRepeats } from '../../skill/metadata/values.js'
import { isRecord } from '../../skill/unknown-value.js'

/** The requirements below `metadata`; undefined for every other spelling. */
export function readUsualRequirements(metadata: unknown): Requirements | undefined {
  const block = isRecord(metadata) ? onlyNamespace(metadata) : UNUSUAL
  if (block === undefined || block === null) return NO_REQUIREMENTS
  return isRecord(block) ? readBlock(block) : undefined
}

const UNUSUAL = 'unusual'

function onlyNamespace(metadata: FrontmatterMapping): unknown {
  let block: unknown
  for (const key in metadata) {
    if (REQUIREMENT_KEYS.has(key)) return UNUSUAL
    if (!NAMESPACES.has(key)) continue
    if (block !== undefined) return UNUSUAL
    block = metadata[key]
  }
  return block
}

type Draft = { -readonly [key in keyof Requirements]: Requirements[key] }

function readBlock(block: FrontmatterMapping): Requirements | undefined {
  const draft: Draft = { ...NO_REQUIREMENTS }
  for (const key in block) {
    if (REQUIREMENT_KEYS.has(key) && !readKey(draft, key, block[key])) return undefined
  }
  return requiresNothing(draft) ? NO_REQUIREMENTS : draft
}

function requiresNothing({ bins, anyBins, env, os, always, primaryEnv, skillKey }: Requirements): boolean {
  const isOpen = !always && primaryEnv === undefined && skillKey === undefined
  return isOpen && bins.length + anyBins.length + env.length + os.length === 0
}

function readKey(draft: Draft, key: string, value: unknown): boolean {
  switch (key) {
    case 'requires':
      return isRecord(value) && readRequires(draft, value)
    case 'os':
      return readList(draft, key, value, isKnownSystem)
    case 'always':
      draft.always = value === true
      return typeof value === 'boolean'
    case 'primaryEnv':
    case 'skillKey':
      if (typeof value !== 'string' || value === '' || value !== value.trim()) return false
      draft[key] = value
      return true
    default:
      return key === 'config' && isRecord(value) && value.requiredEnv === undefined
  }
}

function readRequires(draft: Draft, requires: FrontmatterMapping): boolean {
  for (const key in requires) {
    if (key === 'bins' || key === 'anyBins') {
      if (!readList(draft, key, requires[key], isBinaryName)) return false
    } else if (key !== 'env' || !readList(draft, key, requires[key], isVariableName)) {
      return false
    }
  }
  return true
}

/** Takes a short list of names over as it is, each once. */
function readList(
  draft: Draft,
  kind: 'bins' | 'anyBins' | 'env' | 'os',
  value: unknown,
  isName: (name: string) => boolean,
): boolean {
  if (!Array.isArray(value) || value.length > 16) return false
  for (let at = 0; at < value.length; at++) {
    const name: unknown = value[at]
    if (typeof name !== 'string' || !isName(name)) return false
  }
  if (value.length > 0) draft[kind] = withoutRepeats(value)
  return true
}
