import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ENGINE_SETTINGS } from '../../../src/system/scan-process/tune-engine.js'

test.each(ENGINE_SETTINGS)('this Node knows one form of each setting of the scan process: %j', (...forms) => {
  expect(forms.filter(isKnown)).not.toEqual([])
})

test('a setting that this Node does not know is noticed', () => {
  expect(isKnown(['--no-such-setting'])).toBe(false)
})

/** As an argument, a setting that is unknown ends Node with an error; set later, it would only be ignored. */
function isKnown(settings: readonly string[]): boolean {
  const { status, stderr } = spawnSync(process.execPath, [...settings, '--eval', ''], { encoding: 'utf8' })
  if (status !== 0) expect(stderr).toContain('bad option')
  return status === 0
}
