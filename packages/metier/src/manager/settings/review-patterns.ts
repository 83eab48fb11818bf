/** Reports patterns of sources that are not valid. They match nothing, which must not look like a decision. */

import { checkTrustPattern, checkTrustReach } from '../../gate/trust.js'
import { DIAGNOSTICS, type Diagnostic } from '../../skill/diagnostic.js'
import { type Failure, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import { locateSetting } from './configuration.js'
import { readStored } from './configuration-store.js'
import type { Settings } from './settings.js'
import { EVERY_SOURCE } from './signature-settings.js'

const KEYS = ['trustedSources', 'requireSignature'] as const

/** What an invalid pattern means. */
const MEANINGS = {
  trustedSources: 'It matches no source',
  requireSignature: 'Until it is fixed, every source needs a signature',
}

/** One error for each entry, at its place in the user's configuration. */
export function reviewSourcePatterns({ file }: Pick<Settings, 'file'>): readonly Diagnostic[] {
  const skills = file === undefined ? undefined : readStored(file)?.skills
  if (file === undefined || !isRecord(skills)) return []
  return KEYS.flatMap((key) => {
    const listed: unknown = skills[key]
    return (Array.isArray(listed) ? listed : []).flatMap((pattern, at): readonly Diagnostic[] => {
      const checked = typeof pattern === 'string' ? checkSource(pattern) : succeed('')
      if (checked.ok) return []
      const { severity } = DIAGNOSTICS.config_invalid
      const message = `'skills.${key}.${at}': ${checked.failure.message}. ${MEANINGS[key]}`
      const [suggestion = ''] = checked.failure.suggestions
      const place = locateSetting(file, `/skills/${key}/${at}`)
      return [{ code: 'config_invalid', severity, message, suggestion, file, ...place }]
    })
  })
}

/** Why a new value of a setting is not a list of sources; undefined for any other setting. */
export function refusePattern(key: string, value: unknown, registries: readonly string[]): Failure | undefined {
  if (!KEYS.some((known) => key === `skills.${known}`) || !Array.isArray(value)) return undefined
  for (const pattern of value.filter((one) => typeof one === 'string')) {
    const checked = checkSource(pattern)
    const isReached =
      checked.ok && key === 'skills.trustedSources' ? checkTrustReach(checked.value, registries) : checked
    if (!isReached.ok) return isReached.failure
  }
  return undefined
}

function checkSource(pattern: string): Result<string> {
  return pattern === EVERY_SOURCE ? succeed(pattern) : checkTrustPattern(pattern)
}
