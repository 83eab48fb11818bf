/** Machines that are not as they should be: the command line says so, or goes on without. */

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, runMetier, runProgram, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const SKILL = { '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') }

function withVariables(machine: Machine, variables: Readonly<Record<string, string>>): Machine {
  return { ...machine, variables: { PATH: machine.bin, ...variables } }
}

describe('a home', () => {
  test.each([
    ['that is not there', '/nonexistent/home'],
    ['that is a device', '/dev/null'],
    ['without a name', ''],
    ['that nothing can be made in', '/proc'],
  ])('%s is gone without', async (_, home) => {
    const machine = withVariables(metier.create(SKILL), { HOME: home })
    for (const words of [['list'], ['info', 'pdf'], ['search', 'pdf'], ['config', 'list'], ['prompt']]) {
      const { code, stdout } = await runMetier(machine, ...words)
      expect({ words, code }).toEqual({ words, code: 0 })
      expect(stdout).not.toBe('')
    }
  })
})

describe.skipIf(!existsSync('/proc/self'))('a home in which nothing can be made', () => {
  test.each([
    [['install', 'pdf', '--from', 'local:.agents/skills']],
    [['disable', 'pdf']],
    [['trust', 'example.com']],
    [['config', 'set', 'skills.trustProject', 'ask']],
  ])('%j ends with 1 and says why, and nobody waits', async (words) => {
    const machine = withVariables(metier.create(SKILL), { HOME: '/proc/no-such-process' })
    const { code, stdout, stderr } = await runMetier(machine, ...words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/\/proc\/no-such-process/)
  })
})

test('a working folder that was removed is told, unless another is named', async () => {
  const machine = metier.create(SKILL)
  const gone = join(machine.project, 'gone')
  const command = `'${process.execPath}' '${machine.main}' info pdf`
  const script = `mkdir '${gone}' && cd '${gone}' && rmdir '${gone}' && ${command}; echo "code $?"; ${command} --workdir '${machine.project}'`
  const variables = { ...machine.variables, PATH: '/usr/bin:/bin' }
  const { stdout, stderr } = await runProgram({ ...machine, variables }, '/bin/sh', ['-c', script])
  expect(stdout).toMatch(/^code 1\npdf\n/)
  expect(stderr).toContain('error: the current directory no longer exists\n')
})

describe.skipIf(!existsSync('/dev/full'))('an answer that cannot be written', () => {
  test.each([['--version'], ['list'], ['list', '--json']])(
    'ends with 1 and a line that says so: %s',
    async (...words) => {
      const machine = metier.create(SKILL)
      const command = [process.execPath, machine.main, ...words].map((word) => `'${word}'`).join(' ')
      const { code, stderr } = await runProgram(machine, '/bin/sh', ['-c', `${command} > /dev/full`])
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: cannot write the output (ENOSPC)\n' })
    },
  )
})

const canMount = spawnSync('/usr/bin/unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=4k tmpfs /mnt']).status === 0

/** Runs `metier` where a small disk of this kind stands in a folder's place. */
function runOnDisk(machine: Machine, disk: string, kind: string, words: readonly string[]) {
  const command = [process.execPath, machine.main, ...words].map((word) => `'${word}'`).join(' ')
  const script = `mount -t tmpfs -o '${kind}' tmpfs '${disk}' && ${command}; echo "code $?"; ls -A '${disk}'`
  const variables = { ...machine.variables, PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }
  return runProgram({ ...machine, variables }, '/usr/bin/unshare', ['-rm', '/bin/sh', '-c', script])
}

describe.skipIf(!canMount)('a disk', () => {
  test('that is read-only under the home is gone without', async () => {
    const machine = metier.create(SKILL)
    const { stdout, stderr } = await runOnDisk({ ...machine, variables: { HOME: machine.home } }, machine.home, 'ro', [
      'list',
    ])
    expect(stdout).toContain('1 skill: 1 eligible, 0 ineligible\ncode 0\n')
    expect(stderr).toBe('')
  })

  test('that is read-only under the home keeps no settings, and says so', async () => {
    const machine = metier.create(SKILL)
    const words = ['config', 'set', 'skills.trustProject', 'ask']
    const { stdout, stderr } = await runOnDisk(machine, machine.home, 'ro', words)
    expect(stdout).toBe('code 1\n')
    expect(stderr).toContain('config.json cannot be written')
    expect(stderr).toContain('Mount it writable, or name another file with --config FILE or METIER_CONFIG.')
  })

  test.each([
    [
      ['trust', 'example.com'],
      'config.json cannot be written (EROFS)',
      'or name another file with --config FILE or METIER_CONFIG.',
    ],
    [['install', 'pdf', '--from', 'local:.agents/skills'], 'read-only', 'or choose another root with --root'],
    [['new', 'notes', '--in', 'HOME'], 'notes cannot be created (EROFS)', 'or choose another directory with --in DIR.'],
  ])('that is read-only under the home lets %j say what to do', async (words, error, next) => {
    const machine = metier.create(SKILL)
    const placed = words.map((word) => (word === 'HOME' ? machine.home : word))
    const { stdout, stderr } = await runOnDisk(machine, machine.home, 'ro', placed)
    expect(stdout).toBe('code 1\n')
    const lines = stderr.split('\n').slice(0, -1)
    expect(stderr).toContain(error)
    expect(lines.at(-1)).toContain(next)
    expect(lines).not.toContain('')
  })

  test('that is full under the home lets an install say what to do', async () => {
    const machine = metier.create({ ...SKILL, '.agents/skills/pdf/large.txt': 'x'.repeat(200_000) })
    const words = ['install', 'pdf', '--from', 'local:.agents/skills']
    const { stdout, stderr } = await runOnDisk(machine, machine.home, 'size=100k', words)
    expect(stdout).toContain('code 1\n')
    expect(stderr).toContain(`could not be written to quarantine (ENOSPC): ${machine.home}`)
    expect(stderr).toContain('The disk is full. Free up disk space, then try again.\n')
  })

  test('that is full leaves nothing half-written behind', async () => {
    const machine = metier.create({ 'disk/keep': '' })
    const words = ['new', 'pdf', '--tools', '--evals', '--references', '--in', 'disk']
    const { stdout, stderr } = await runOnDisk(machine, join(machine.project, 'disk'), 'size=12k,nr_inodes=7', words)
    expect(stderr).toMatch(/cannot be (?:written|made) \(ENOSPC\)/)
    expect(stdout).toBe('code 1\n')
  })
})

describe('names of files', () => {
  const ODD = ['with space', "quote'd", 'new\nline', '-dash', '日本', '$(touch pwned)', 'a\u001b[31mb']

  test.each(ODD)('such as %j do no harm', async (name) => {
    const machine = metier.create({ [`odd/${name}/SKILL.md`]: skillText('pdf', 'Reads PDF files') })
    for (const words of [
      ['list', '--verbose', '--root', 'odd'],
      ['list', '--tree', '--root', 'odd'],
      ['validate', '--', `odd/${name}`],
    ]) {
      const { code, stdout, stderr } = await runMetier(machine, ...words)
      expect({ words, code }).toEqual({ words, code: 0 })
      expect(stdout + stderr).not.toContain('\u001b')
    }
    expect(existsSync(join(machine.project, 'pwned'))).toBe(false)
  })
})
