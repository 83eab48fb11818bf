/** The exact reason why there is no sandbox, found with real programs and a real setting of the kernel. */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { countsPerNamespace } from '../../../src/system/sandbox/system-places.js'
import { describeObstacle } from '../../../src/workspace/sandbox/describe-obstacle.js'
import { findSandbox } from '../../../src/workspace/sandbox/sandboxes.js'
import { bundleProgram } from '../../support/child.js'
import { temporaryFolder } from '../../support/temporary.js'
import { describeCaged } from '../../workspace/sandbox/caged.js'

/** A bwrap that says this and fails; its calls are counted. */
function installFake(script: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return folder
}

describe('without a sandbox, the reason is', () => {
  test('the operating system', async () => {
    const { status } = await findSandbox([], 'darwin')
    expect(status).toEqual({ isUsable: false, obstacle: { kind: 'unsupported', system: 'darwin' } })
  })

  test('a program that is missing, and the package that brings it', async () => {
    vi.stubEnv('PATH', temporaryFolder())
    const { status } = await findSandbox([], 'linux')
    expect(status).toEqual({ isUsable: false, obstacle: { kind: 'absent', program: 'bwrap' } })
    expect(describeObstacle({ kind: 'absent', program: 'bwrap' }).fix).toContain('apt install bubblewrap')
  })

  test('an old version', async () => {
    vi.stubEnv('PATH', installFake('echo "bwrap: Unknown option --disable-userns" >&2; exit 1'))
    const { status } = await findSandbox([], 'linux')
    expect(status).toMatchObject({ obstacle: { kind: 'outdated', option: '--disable-userns' } })
  })

  test('what it said itself', async () => {
    vi.stubEnv('PATH', installFake('echo "bwrap: out of luck" >&2; exit 1'))
    const { status } = await findSandbox([], 'linux')
    expect(status).toMatchObject({ obstacle: { message: 'bwrap: out of luck' } })
  })
})

test("a program in the project's own directory is not asked", async () => {
  const folder = installFake('exit 0')
  vi.stubEnv('PATH', folder)
  expect((await findSandbox([folder], 'linux')).status).toMatchObject({ obstacle: { kind: 'absent' } })
})

test('it is tried once: the second question starts no process', async () => {
  const calls = join(temporaryFolder(), 'calls')
  vi.stubEnv('PATH', installFake(`echo x >> ${calls}`))
  const first = await findSandbox([], 'linux')
  expect(await findSandbox([], 'linux')).toEqual(first)
  expect(spawnSync('/bin/cat', [calls], { encoding: 'utf8' }).stdout).toBe('x\n')
})

describeCaged('a kernel that forbids user namespaces', () => {
  const isPossible =
    spawnSync('unshare', ['-U', '-r', 'sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces']).status === 0

  test.skipIf(!isPossible)('is named with the setting and the command that changes it', async () => {
    const program = `import { findSandbox } from '../../src/workspace/sandbox/sandboxes.ts'
      import { writeFileSync } from 'node:fs'
      // The setting belongs to the user namespace that this process is in.
      writeFileSync('/proc/sys/user/max_user_namespaces', '0')
      console.log(JSON.stringify((await findSandbox([])).status))`
    const words = ['-U', '-r', process.execPath, await bundleProgram(program)]
    const { stdout } = spawnSync('unshare', words, { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual({
      isUsable: false,
      obstacle: { kind: 'forbidden', setting: 'user.max_user_namespaces', value: 0 },
    })
  })
})

test.each([
  ['kernel.unprivileged_userns_clone', 0, 'sudo sysctl -w kernel.unprivileged_userns_clone=1'],
  ['user.max_user_namespaces', 0, 'sudo sysctl -w user.max_user_namespaces=15000'],
  ['kernel.apparmor_restrict_unprivileged_userns', 1, 'AppArmor profile for bwrap'],
] as const)('%s: the fix is a command', (setting, value, fix) => {
  expect(describeObstacle({ kind: 'forbidden', setting, value }).fix).toContain(fix)
})

test.each([
  ['5.13.19', false],
  ['5.14.0', true],
  ['6.1.0-18-amd64', true],
  ['4.19.0', false],
])('Linux %s counts processes by namespace: %s', (version, counts) => {
  expect(countsPerNamespace(version)).toBe(counts)
})
