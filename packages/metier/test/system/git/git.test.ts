import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGit } from '../../../src/system/git/git.js'
import { parseAdvertisement, parseTree } from '../../../src/system/git/git-output.js'
import { findProgram, runProgram } from '../../../src/system/process/process.js'
import { startGit } from '../../servers/git.js'
import { skillText, temporaryFolder } from '../../support/temporary.js'

/** A program that writes down how it was called, and then is git. */
function spyOnGit() {
  const folder = temporaryFolder()
  const record = join(folder, 'record')
  const program = join(folder, 'git')
  writeFileSync(record, '')
  writeFileSync(
    program,
    `#!/bin/sh\n{ for word in "$@"; do printf '%s\\n' "$word"; done; env | sed 's/^/ENV /'; echo END; } >> ${record}\nexec ${findProgram('git')} "$@"\n`,
  )
  chmodSync(program, 0o755)
  const calls = () =>
    readFileSync(record, 'utf8')
      .split('END\n')
      .filter((call) => call !== '')
  return { program, calls }
}

test('security 6.22 to 6.27: git is called by argument list, with every door shut', async () => {
  const server = await startGit({ 'SKILL.md': skillText('a') })
  const spy = spyOnGit()
  const variables = {
    PATH: process.env.PATH,
    HTTPS_PROXY: 'http://proxy.example',
    GIT_ASKPASS: '/bin/evil',
    GIT_CONFIG_COUNT: '1',
    GITHUB_TOKEN: 'secret',
    SSH_AUTH_SOCK: '/tmp/agent',
  }
  const git = await openGit({ program: spy.program, variables })
  const objects = await git?.fetchCommit({ url: `${server.url}/owner/repo` }, server.commit())
  expect(objects?.ok).toBe(true)
  if (objects?.ok) objects.value.close()
  const fetch = spy.calls().find((call) => call.includes('\nfetch\n')) ?? ''
  for (const word of [
    'protocol.allow=never',
    'protocol.http.allow=always',
    'core.hooksPath=/dev/null',
    'core.symlinks=false',
    'core.fsmonitor=false',
    'core.protectHFS=true',
    'core.protectNTFS=true',
    'transfer.fsckObjects=true',
    'filter.lfs.smudge=',
    'credential.helper=',
    'http.followRedirects=false',
    '--depth=1',
    '--no-tags',
    '--no-recurse-submodules',
    'ENV GIT_TERMINAL_PROMPT=0',
    'ENV GIT_CONFIG_NOSYSTEM=1',
    'ENV GIT_CONFIG_GLOBAL=/dev/null',
    'ENV GIT_ASKPASS=',
  ]) {
    expect(fetch.split('\n'), word).toContain(word)
  }
  expect(fetch).not.toMatch(/secret|proxy\.example|evil|GIT_CONFIG_COUNT|SSH_AUTH_SOCK/)
})

test('security 6.23: protocols that reach into this machine or run programs are refused by git itself', async () => {
  const { folder } = await startGit({ 'SKILL.md': skillText('a') })
  const mark = join(temporaryFolder(), 'mark')
  const git = await openGit()
  for (const url of [
    `file://${folder}`,
    folder,
    `ext::touch ${mark}`,
    `EXT::touch ${mark}`,
    'fd::3',
    'git://127.0.0.1:9/x',
  ]) {
    expect(await git?.listRemote({ url }), url).toMatchObject({ ok: false })
  }
  expect(existsSync(mark)).toBe(false)
})

test('security 6.22: a value that begins with a dash is an address and never an option', async () => {
  const git = await openGit()
  const mark = join(temporaryFolder(), 'mark')
  const listed = await git?.listRemote({ url: `ssh://-oProxyCommand=touch%20${mark}/x` })
  expect(listed).toMatchObject({ ok: false, failure: { code: 'source_unavailable' } })
})

test('security 6.29: what git says is shown without control characters and addresses', async () => {
  const program = join(temporaryFolder(), 'git')
  writeFileSync(
    program,
    '#!/bin/sh\ncase "$*" in *--version*) echo "git version 2.50.0"; exit 0;; esac\nprintf "fatal: \\033[2Jhttps://me:secret@host.example/x gone\\n" >&2; exit 128\n',
  )
  chmodSync(program, 0o755)
  const git = await openGit({ program })
  const listed = await git?.listRemote({ url: 'ssh://git@host.example/x' })
  expect(listed).toMatchObject({ ok: false, failure: { message: expect.stringContaining('gone') } })
  expect(JSON.stringify(listed)).not.toMatch(/secret|u001b/)
})

test('there is no git where none is', async () => {
  expect(await openGit({ program: false })).toBeUndefined()
  expect(await openGit({ variables: { PATH: temporaryFolder() } })).toBeUndefined()
  expect(findProgram('git', `.:relative:${temporaryFolder()}`)).toBeUndefined()
})

test('a program that talks too much, or does not end, is ended', async () => {
  const common = { variables: { PATH: process.env.PATH ?? '' }, directory: '/' }
  const loud = await runProgram('yes', [], { ...common, milliseconds: 20_000, mostOutput: 1000 })
  expect(loud).toMatchObject({ code: null, ended: 'output' })
  const slow = await runProgram('sleep', ['60'], { ...common, milliseconds: 30, mostOutput: 1000 })
  expect(slow).toMatchObject({ code: null, ended: 'time' })
  const missing = await runProgram('/no/such/program', [], { ...common, milliseconds: 1000, mostOutput: 1000 })
  expect(missing).toMatchObject({ code: null, ended: 'not_started' })
  const controller = new AbortController()
  const aborted = runProgram('sleep', ['60'], {
    ...common,
    milliseconds: 60_000,
    mostOutput: 1,
    signal: controller.signal,
  })
  controller.abort(new Error('enough'))
  await expect(aborted).rejects.toThrow('enough')
})

test('what git prints for programs is read, names included that are no text', () => {
  const id = 'a'.repeat(40)
  const output = Buffer.concat([
    Buffer.from(`100644 blob ${id}\ta b\n.md\0`),
    Buffer.from(`120000 blob ${id}\t`),
    Buffer.from([0xff, 0]),
  ])
  expect(parseTree(output)).toEqual([
    { mode: '100644', id, path: 'a b\n.md' },
    { mode: '120000', id, path: undefined },
  ])
  const lines = `001e# service=git-upload-pack\n00000050${id} HEAD\0caps\n003d${'b'.repeat(40)} refs/heads/main\n0000`
  expect(parseAdvertisement(Buffer.from(lines))).toEqual(
    new Map([
      ['HEAD', id],
      ['refs/heads/main', 'b'.repeat(40)],
    ]),
  )
  expect(parseAdvertisement(Buffer.from('<html>'))).toBeUndefined()
})
