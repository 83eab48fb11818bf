import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { ENGINE_SETTINGS } from '../../../src/system/scan-process/tune-engine.js'

test('this Node knows every setting of the scan process', () => {
  // As an argument, a setting that is unknown ends Node with an error; set later, it would only be ignored.
  const run = (settings: readonly string[]) =>
    execFileSync(process.execPath, [...settings, '--eval', ''], { stdio: 'pipe' })
  expect(() => run(ENGINE_SETTINGS)).not.toThrow()
  expect(() => run(['--no-such-setting'])).toThrow(/bad option/)
})
