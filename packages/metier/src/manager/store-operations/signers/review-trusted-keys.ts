/** Reports entries of the trusted keys that are not keys. They trust no signer, which must not look like a decision. */

import { DIAGNOSTICS, type Diagnostic } from '../../../skill/diagnostic.js'
import { isRecord } from '../../../skill/unknown-value.js'
import { locateSetting } from '../../settings/configuration.js'
import { readStored } from '../../settings/configuration-store.js'
import type { Settings } from '../../settings/settings.js'
import { isTrustedKeySetting, type TrustedKeySetting } from '../../settings/signature-settings.js'
import { describeUnreadable, readSigner } from './trusted-signers.js'

const ADVICE = "Remove the entry, or trust its file again with 'metier trust key:FILE'"

/** One error for each entry, at its place in the user's configuration. */
export function reviewTrustedKeys({
  trustedKeys,
  file,
}: Pick<Settings, 'trustedKeys' | 'file'>): readonly Diagnostic[] {
  const unreadable = trustedKeys.filter((setting) => readSigner(setting) === undefined)
  if (file === undefined || unreadable.length === 0) return []
  const listed = listedIn(file)
  return unreadable.map((setting): Diagnostic => {
    // Entries of another shape are reported when the file is read, and left out of the settings.
    const at = listed.findIndex((each) => isTrustedKeySetting(each) && each.key === setting.key)
    const message = describeAt(setting, at)
    const place = locateSetting(file, `/skills/trustedKeys/${at}`)
    const { severity } = DIAGNOSTICS.config_invalid
    return { code: 'config_invalid', severity, message, suggestion: ADVICE, file, ...place }
  })
}

/** The first entry of a new list that is not a key. */
export function findUnreadableKey(list: readonly unknown[]): string | undefined {
  const at = list.findIndex((each) => isTrustedKeySetting(each) && readSigner(each) === undefined)
  const setting = list[at]
  return isTrustedKeySetting(setting) ? describeAt(setting, at) : undefined
}

function describeAt(setting: TrustedKeySetting, at: number): string {
  return `'skills.trustedKeys.${at}' ${describeUnreadable(setting)}`
}

function listedIn(file: string): readonly unknown[] {
  const skills = readStored(file)?.skills
  return isRecord(skills) && Array.isArray(skills.trustedKeys) ? skills.trustedKeys : []
}
