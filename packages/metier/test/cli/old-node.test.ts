/** A Node that is too old gets one sentence, before anything is loaded that it could not read. */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
