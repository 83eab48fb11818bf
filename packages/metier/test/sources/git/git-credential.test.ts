import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findGitAuthorization } from '../../../src/system/git/git-credential.js'
import { startGit } from '../../servers/git.js'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { fetchFrom, filesIn, messageOf, outcomeOf } from '../fetching.js'

const SECRET = 'hidden-word'
const BASIC = `Basic ${Buffer.from(`ann:${SECRET}`).toString('base64')}`
const PATH = process.env.PATH ?? ''

/** A home whose git configuration has a credential helper that answers for one host. */
function homeFor(host: string, more = ''): string {
  const script = `#!/bin/sh\n[ "$1" = get ] || exit 0\n${more}\ncat > "$HOME/asked"\necho username=ann\necho password=${SECRET}\n`
  const home = temporaryFolder({ helper: script })
  chmodSync(join(home, 'helper'), 0o755)
  writeFiles(home, { '.gitconfig': `[credential "http://${host}"]\n  helper = ${home}/helper\n` })
  return home
}

async function fetchPrivate(home: string, server: Awaited<ReturnType<typeof startGit>>) {
  const options = { variables: { PATH, HOME: home }, mirrors: { 'github.com': server.url } }
  return await fetchFrom('owner/repo', { trusted: ['github.com/owner/*'], options })
}

test('a private repository is fetched with the credential that git knows for its host', async () => {
  const server = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf') }, true, BASIC)
  const home = homeFor(server.host)
  const fetched = await fetchPrivate(home, server)
  expect([outcomeOf(fetched), messageOf(fetched)]).toEqual(['fetched', ''])
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': skillText('pdf') })
  expect(readFileSync(join(home, 'asked'), 'utf8')).toContain(`host=${server.host}\n`)
  expect(readFileSync(join(home, 'asked'), 'utf8')).not.toContain('path=')
  expect(JSON.stringify([fetched.offers, fetched.progress])).not.toContain(SECRET)
  expect(containsSecret(fetched.directory)).toBe(false)
})

test('without a credential, and with a wrong one, the message says what to do and shows no secret', async () => {
  const server = await startGit({ 'SKILL.md': skillText('pdf') }, true, 'Basic other')
  for (const home of [temporaryFolder(), homeFor(server.host)]) {
    const fetched = await fetchPrivate(home, server)
    expect(outcomeOf(fetched)).toBe('source_unavailable')
    expect(messageOf(fetched)).toContain('does not exist, or is not public (401)')
    expect(messageOf(fetched)).not.toContain(SECRET)
  }
})

test('a public repository never asks for one', async () => {
  const server = await startGit({ 'SKILL.md': skillText('pdf') })
  const home = homeFor(server.host)
  expect(outcomeOf(await fetchPrivate(home, server))).toBe('fetched')
  expect(readdirSync(home)).not.toContain('asked')
})

test("the helper runs outside of any repository, so a project's configuration has no say", async () => {
  const home = homeFor('127.0.0.1:9', 'git rev-parse --git-dir > "$HOME/inside" 2>/dev/null && exit 1')
  const variables = { PATH, HOME: home, GIT_DIR: join(process.cwd(), '.git') }
  expect(await findGitAuthorization(new URL('http://127.0.0.1:9/x'), { variables })).toBe(BASIC)
})

test('GITHUB_TOKEN goes to GitHub only, and no credential goes over plain http', async () => {
  const variables = { PATH: '', HOME: temporaryFolder(), GITHUB_TOKEN: 'abc' }
  const header = `Basic ${Buffer.from('x-access-token:abc').toString('base64')}`
  const find = (url: string) => findGitAuthorization(new URL(url), { variables, program: false })
  expect(await find('https://github.com/a/b')).toBe(header)
  expect(await find('https://github.com.evil.example/a/b')).toBeUndefined()
  expect(await find('https://gitlab.com/a/b')).toBeUndefined()
  expect(await find('http://github.com/a/b')).toBeUndefined()
})

test('gh is asked for the token of the host', async () => {
  const bin = temporaryFolder({ gh: '#!/bin/sh\n[ "$*" = "auth token --hostname git.example.com" ] && echo abc\n' })
  chmodSync(join(bin, 'gh'), 0o755)
  const variables = { PATH: bin, HOME: temporaryFolder() }
  const header = `Basic ${Buffer.from('x-access-token:abc').toString('base64')}`
  expect(await findGitAuthorization(new URL('https://git.example.com/a'), { variables, program: false })).toBe(header)
  expect(await findGitAuthorization(new URL('https://other.example/a'), { variables, program: false })).toBeUndefined()
})

function containsSecret(folder: string): boolean {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return paths.some((path) => statSync(path).isFile() && readFileSync(path).includes(SECRET))
}
