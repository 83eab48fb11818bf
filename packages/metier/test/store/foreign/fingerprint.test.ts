import { expect, test } from 'vitest'
import { clawhubFingerprint } from '../../../src/store/foreign/fingerprint.js'
import { sha256Of } from '../../../src/system/skill-files/tree-digest.js'
import { CLAWHUB_FILES } from '../../support/clawhub-files.js'

function filesOf(contents: Readonly<Record<string, string>>) {
  return Object.entries(contents).map(([path, text]) => ({ path, sha256: sha256Of(text) }))
}

test("the fingerprint is ClawHub's, in the order of a language", () => {
  expect(clawhubFingerprint(filesOf(CLAWHUB_FILES))).toBe(
    '48ffa9d397c37dcb5fd8f21be94847b074055586895b08bce3bcfb088618435c',
  )
})

test('one file alone', () => {
  expect(clawhubFingerprint(filesOf({ 'SKILL.md': 'hello\n' }))).toBe(
    'b1898240c64e3b48ea233f11d3f047361dd93649a0cf01efed3b6ef0d8d47e68',
  )
})

test('dot-paths and installed packages do not count', () => {
  const more = { ...CLAWHUB_FILES, '.clawhub/origin.json': '{}', 'node_modules/x/index.js': 'x' }
  expect(clawhubFingerprint(filesOf(more))).toBe(clawhubFingerprint(filesOf(CLAWHUB_FILES)))
})
