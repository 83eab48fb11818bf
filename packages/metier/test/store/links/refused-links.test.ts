/** Links on systems that allow none: a recorded copy takes their place, and junctions on Windows. */

import { execFile } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findAgent } from '../../../src/agents/agents.js'
import { kindFor, linkFormOf } from '../../../src/store/links/agent-place.js'
import { linkSkill } from '../../../src/store/links/change-links.js'
import { readLock } from '../../../src/store/lock.js'
import { removeSkill } from '../../../src/store/remove.js'
import { updateSkill } from '../../../src/store/update.js'
import { verifyStore } from '../../../src/store/verify.js'
import { rollbackSkill } from '../../../src/store/versions/rollback.js'
import { createDurableFiles } from '../../../src/system/files/durable-files.js'
import { bundleProgram, startProgram } from '../../support/child.js'
import { findProgram, needs } from '../../support/programs.js'
import { temporaryFolder, writeFiles } from '../../support/temporary.js'
import { STORE_PROGRAM } from '../store-program.js'
import { createLinked, FILES, recordedIn, useClaude } from './linking.js'

/** Starts a program in which the kernel answers every attempt to create a symbolic link with EPERM. */
const WITHOUT_LINKS = `
import ctypes, os, platform, struct, sys
arch, calls = {'x86_64': (0xC000003E, [88, 266]), 'aarch64': (0xC00000B7, [36])}[platform.machine()]
step = lambda code, yes, no, value: struct.pack('HBBI', code, yes, no, value)
code = [step(0x20, 0, 0, 4), step(0x15, 0, len(calls) + 1, arch), step(0x20, 0, 0, 0)]
code += [step(0x15, len(calls) - at, 0, call) for at, call in enumerate(calls)]
code += [step(0x06, 0, 0, 0x7FFF0000), step(0x06, 0, 0, 0x00050000 | 1)]
filters = ctypes.create_string_buffer(b''.join(code))
program = ctypes.create_string_buffer(struct.pack('HL', len(code), ctypes.addressof(filters)))
libc = ctypes.CDLL(None, use_errno=True)
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, program, 0, 0) == 0, os.strerror(ctypes.get_errno())
os.execv(sys.argv[1], sys.argv[1:])
`

describe('a system that refuses links', () => {
  const python = findProgram('python3')
  const canRefuse = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch) && python !== undefined

  test.skipIf(!canRefuse)('gets a recorded copy from the kernel on', needs('python3'), async () => {
    const home = temporaryFolder({ '.claude/': '' })
    writeFiles(join(home, 'source'), FILES)
    const program = await bundleProgram(STORE_PROGRAM)
    const words = [join(home, '.agents/skills'), join(home, 'source'), 'pdf', '0']
    await startProgram(program, ['install', ...words]).ended
    const run = promisify(execFile)
    const { stdout } = await run(python ?? '', ['-c', WITHOUT_LINKS, process.execPath, program, 'link', ...words])
    expect(JSON.parse(stdout)).toMatchObject({ codes: ['ok'] })
    const path = join(home, '.claude/skills/pdf')
    expect(lstatSync(path).isDirectory()).toBe(true)
    expect(readFileSync(join(path, 'scripts/run.sh'), 'utf8')).toBe('echo 1\n')
    const lock = await readLock(join(home, '.agents/skills.lock.json'))
    expect(lock.ok && lock.value.skills.get('pdf')?.links).toEqual([{ agent: 'claude-code', kind: 'copy' }])
  })

  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS', 'ERR_ACCESS_DENIED'])(
    'with %s, the copy follows updates and is removed with the skill',
    async (code) => {
      const files = createDurableFiles((step) => {
        if (step === 'symbolic link') throw Object.assign(new Error('refused'), { code })
      })
      const { home, install, context, offer } = createLinked({}, { files })
      const path = useClaude(home)
      await install(['claude-code'])
      expect(await recordedIn({ context })).toEqual([{ agent: 'claude-code', kind: 'copy' }])
      offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
      await updateSkill(context, { name: 'pdf' })
      expect(readFileSync(join(path, 'scripts/run.sh'), 'utf8')).toBe('echo 2\n')
      expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
      await removeSkill(context, 'pdf')
      expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
    },
  )

  test('the copy of a skill with links in it has only its files, and follows a rollback', async () => {
    const files = createDurableFiles((step) => {
      if (step === 'symbolic link') throw Object.assign(new Error('refused'), { code: 'EPERM' })
    })
    const { home, root, install, context, offer } = createLinked({}, { files })
    const path = useClaude(home)
    await install(['claude-code'])
    symlinkSync('SKILL.md', join(root, 'pdf/CLAUDE.md'))
    offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    expect(await updateSkill(context, { name: 'pdf', force: true })).toMatchObject({ ok: true })
    expect(await rollbackSkill(context, { name: 'pdf' })).toMatchObject({ ok: true })
    expect(readFileSync(join(path, 'scripts/run.sh'), 'utf8')).toBe('echo 1\n')
    expect(lstatSync(join(path, 'CLAUDE.md'), { throwIfNoEntry: false })).toBeUndefined()
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'edited' }] })
    expect(await verifyStore(context)).not.toMatchObject({ value: [{ links: expect.anything() }] })
    await removeSkill(context, 'pdf')
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('any other error is reported, and nothing is copied', async () => {
    const files = createDurableFiles((step) => {
      if (step === 'symbolic link') throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    })
    const { home, install, context } = createLinked({}, { files })
    const path = useClaude(home)
    const installed = await install(['claude-code'])
    expect(installed).toMatchObject({ value: { links: { outcomes: [{ status: 'failed', code: 'ENOSPC' }] } } })
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
    expect(await recordedIn({ context })).toBeUndefined()
  })
})

describe('Windows', () => {
  const kindOn = (id: string, platform: string) => {
    const agent = findAgent(id)
    return agent && kindFor(agent, { ...createLinked().place, platform })
  }

  test.each([
    ['windsurf', 'link', 'link'],
    ['claude-code', 'link', 'copy'],
    ['antigravity', 'link', 'copy'],
    ['antigravity-cli', 'link', 'copy'],
  ])('%s: a %s elsewhere, a %s there', (id, elsewhere, there) => {
    expect([kindOn(id, 'darwin'), kindOn(id, 'win32')]).toEqual([elsewhere, there])
  })

  test('a link is a junction there, which needs no privilege', () => {
    expect([linkFormOf({ platform: 'linux' }), linkFormOf({ platform: 'win32' })]).toEqual(['relative', 'junction'])
  })

  test('a junction has an absolute target, and counts as the link that it is', async () => {
    const { home, root, install, context } = createLinked({ platform: 'win32' })
    mkdirSync(join(home, '.codeium/windsurf'), { recursive: true })
    await install(['windsurf'])
    expect(readlinkSync(join(home, '.codeium/windsurf/skills/pdf'))).toBe(join(root, 'pdf'))
    expect(await recordedIn({ context })).toEqual([{ agent: 'windsurf', kind: 'link' }])
    expect(await linkSkill(context, { name: 'pdf', agents: ['windsurf'] })).toMatchObject({
      value: { outcomes: [{ status: 'linked' }] },
    })
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
  })
})
