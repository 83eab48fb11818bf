/** The effective settings, each with its origin. Secrets are hidden. */

import { type Configuration, readConfiguration } from '../../../manager/settings/configuration.js'
import { composeKey, splitKey } from '../../../manager/settings/setting-key.js'
import { settingAt } from '../../../manager/settings/setting-store.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import { ADJUSTABLE_LIMITS } from '../../../skill/limits.js'
import { isRecord } from '../../../skill/unknown-value.js'
import { redactSecrets } from '../../../sources/redact.js'

export interface KnownSetting {
  readonly key: string
  readonly value: unknown
  readonly from: 'default' | 'user' | 'project'
}

/** All settings that have a value, including defaults. */
export function listSettings({ settings, place }: Surroundings): readonly KnownSetting[] {
  const user = toConfiguration(place.userConfiguration)
  const project = toConfiguration(place.projectConfiguration)
  const holds: readonly (readonly [string, unknown])[] = [
    ['skills.trustedSources', settings.trustedSources],
    ['skills.trustedKeys', settings.trustedKeys],
    ['skills.requireSignature', settings.requireSignature],
    ['skills.disabled', [...settings.disabled].sort()],
    ['skills.roots', settings.roots],
    ['skills.nodeModules', settings.nodeModules],
    ['skills.agents', settings.agents ?? []],
    ['skills.registries', redactEach(settings.registries)],
    ['skills.trustProject', settings.trustProject],
    ['skills.suppressions', settings.suppressions],
    ...[...settings.entries].map(([name, entry]): [string, unknown] => [
      composeKey(['skills', 'entries', name]),
      hide(entry),
    ]),
    ...[...settings.sets.values()].map(({ name, patterns }): [string, unknown] => [
      composeKey(['sets', name]),
      patterns,
    ]),
    ...(settings.policy === undefined ? [] : [['policy', settings.policy] as const]),
    ...(settings.reviewer === undefined ? [] : [['reviewer', settings.reviewer] as const]),
    ['sandbox', settings.sandbox],
    ...Object.entries(settings.limits)
      .filter(([name]) => ADJUSTABLE.has(name))
      .map(([name, value]): [string, unknown] => [`limits.${name}`, value]),
  ]
  return holds.map(([key, value]) => ({ key, value, from: originOf(key, value, user, project) }))
}

function redactEach(addresses: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(addresses).map(([name, address]) => [name, redactSecrets(address)]))
}

const ADJUSTABLE: ReadonlySet<string> = new Set(ADJUSTABLE_LIMITS)

/** Settings that have no effect in a project's configuration. */
const OF_THE_USER: ReadonlySet<string> = new Set([
  'skills.trustedKeys',
  'skills.roots',
  'skills.nodeModules',
  'skills.agents',
  'skills.registries',
  'skills.suppressions',
  'reviewer',
])

function originOf(key: string, value: unknown, user: Configuration, project: Configuration): KnownSetting['from'] {
  const shared = OF_THE_USER.has(key) ? undefined : settingAt(project, key)
  // A project only narrows: what would widen a choice or a limit has no effect.
  const isIgnored = typeof shared !== 'object' && shared !== value
  if (shared !== undefined && !isIgnored) return 'project'
  return settingAt(user, key) === undefined ? 'default' : 'user'
}

function toConfiguration(configuration: string | Configuration | undefined): Configuration {
  return typeof configuration === 'string' ? readConfiguration(configuration, []) : (configuration ?? {})
}

const HIDDEN = '(hidden)'

/** A value with its secrets hidden. */
export function hideSecret(key: string, value: unknown): unknown {
  const [first, second = 'entries', name, field] = splitKey(key)
  if (first !== 'skills' || second !== 'entries' || value === undefined) return value
  // Several entries can contain any secret.
  if (name === undefined) return HIDDEN
  if (field === undefined) return isRecord(value) ? hide(value) : HIDDEN
  return field === 'apiKey' || field === 'env' ? HIDDEN : value
}

/** API keys and variables can be secrets, so only their presence is shown. */
function hide({ apiKey, env, ...rest }: { readonly apiKey?: unknown; readonly env?: unknown }): object {
  return {
    ...rest,
    ...(apiKey !== undefined && { apiKey: HIDDEN }),
    ...(isRecord(env) && { env: Object.fromEntries(Object.keys(env).map((name) => [name, HIDDEN])) }),
  }
}
