/** A Node that is too old, or a clone that is not built, gets one sentence, before anything else is loaded. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/metier.cjs', import.meta.url))

test.each(['18.20.8', '20.18.3', '16.0.0'])('Node %s', (version) => {
  const script = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
    require(${JSON.stringify(bin)})
  `
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `metier needs Node 20.19 or newer. This is Node ${version}.\n`,
  })
})

test('a clone that is not built', () => {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), 'metier-clone-')))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  const copy = join(clone, 'packages/metier/bin/metier.cjs')
  cpSync(bin, copy)
  const { status, stdout, stderr } = spawnSync(process.execPath, [copy, 'list'], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `metier is not built: run npm install in ${clone}\n`,
  })
})
