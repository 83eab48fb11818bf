import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { HUB_TOKEN, startFakeHub } from '../servers/hub.js'
import { createKey, factsOf } from '../support/signing.js'
import { type Machine, runHere, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const create = () =>
  metier.create({
    'skills/pdf/SKILL.md': skillText('pdf-forms', 'Fills in PDF forms.', 'version: 1.0.0\n'),
    'skills/pdf/run.sh': '#!/bin/sh\necho forms\n',
  })
const fileOf = ({ home }: Machine) => join(home, '.metier/credentials/hubs.json')
const withToken = (machine: Machine): Machine => ({
  ...machine,
  variables: { ...machine.variables, METIER_TOKEN: HUB_TOKEN },
})

async function logIn(machine: Machine, url: string, text = HUB_TOKEN) {
  let output = ''
  const stream = { write: (each: string) => (output += each) }
  const io = {
    stdin: Readable.from([`${text}\n`]),
    stdout: stream,
    stderr: stream,
    signal: new AbortController().signal,
  }
  return { code: await runHere(machine, ['login', url, '--token-stdin'], io), output }
}

describe('metier login', () => {
  test('keeps a token that the hub knows, for the user alone, and never shows it', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const { code, output } = await logIn(machine, hub.url)
    expect(code).toBe(0)
    expect(output).toContain('as ann')
    expect(output).toContain(`metier trust clawhub+${hub.url}`)
    expect(output).not.toContain(HUB_TOKEN)
    expect(statSync(fileOf(machine)).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(fileOf(machine))).mode & 0o777).toBe(0o700)
    expect(await runJson(machine, 'whoami')).toEqual({
      hubs: [{ hub: hub.url, handle: 'ann', scopes: ['read', 'publish'] }],
    })
  })

  test('does not keep a token that the hub does not know', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const { code, output } = await logIn(machine, hub.url, 'another-token-0123456789')
    expect([code, existsSync(fileOf(machine))]).toEqual([1, false])
    expect(output).not.toContain('another-token')
    expect(output).toContain('mistyped, has expired or was revoked')
    expect(output).not.toContain('metier login')
  })

  test('asks for the token at a terminal', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const { code } = await runAtTerminal(machine, ['login', hub.url], { answers: [['(not shown):', `${HUB_TOKEN}\r`]] })
    expect(code).toBe(0)
    expect(readFileSync(fileOf(machine), 'utf8')).toContain(HUB_TOKEN)
  })

  test('shows a code instead, waits until it is confirmed in a browser, and keeps the token', async () => {
    const machine = create()
    const hub = await startFakeHub({ logins: [{ error: 'authorization_pending' }, { access_token: HUB_TOKEN }] })
    const { code, raw } = await runAtTerminal(machine, ['login', hub.url], { answers: [['(not shown):', '\r']] })
    expect([code, raw]).toEqual([0, expect.stringContaining('BCDF-GHJK')])
    expect(raw).toContain(`${hub.url}/device`)
    expect(raw).not.toContain(HUB_TOKEN)
    expect(readFileSync(fileOf(machine), 'utf8')).toContain(HUB_TOKEN)
    const asked = hub.requests.filter(({ path }) => path.startsWith('/api/cli/device'))
    expect(asked.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined])
  })

  test.each([
    [[{ error: 'access_denied' }], 'refused'],
    [[{ error: 'expired_token' }], 'expired'],
    [undefined, 'has no login with a code'],
  ])('--browser ends without a token after %j', async (logins, message) => {
    const [machine, hub] = [create(), await startFakeHub(logins === undefined ? {} : { logins })]
    const { code, stderr } = await runMetier(machine, 'login', hub.url, '--browser')
    expect([code, stderr, existsSync(fileOf(machine))]).toEqual([1, expect.stringContaining(message), false])
  })

  test('takes this machine without a scheme', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    expect(await logIn(machine, hub.url.replace('http://', ''))).toMatchObject({ code: 0 })
    expect(readFileSync(fileOf(machine), 'utf8')).toContain(hub.url)
  })

  test('refuses a public address without https before anything is sent', async () => {
    const { code, stderr } = await runMetier(withToken(create()), 'login', 'http://8.8.8.8')
    expect([code, stderr]).toEqual([1, expect.stringContaining('not encrypted')])
  })

  test.each([
    [(url: string) => `${url}/admin`, (url: string) => `If the hub is at ${url}, run: metier login ${url}`],
    [(url: string) => url.replace('http:', 'https:'), () => 'Check the address and its port: no https answers there'],
    [() => 'http://127.0.0.1:9', () => 'Check the port, and that the server runs'],
  ])('names the mistake in an address: %#', async (address, advice) => {
    const [machine, hub] = [create(), await startFakeHub()]
    const { code, output } = await logIn(machine, address(hub.url))
    expect([code, output]).toEqual([1, expect.stringContaining(advice(hub.url))])
  })

  test('says where a token comes from', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const { stderr } = await runMetier(machine, 'login', hub.url)
    expect(stderr).toContain(`An administrator makes your first one: on ${hub.url}/admin`)
  })

  test('logout forgets it', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    await logIn(machine, hub.url)
    expect(await runJson(machine, 'logout')).toEqual({ loggedOut: [hub.url] })
    expect(readFileSync(fileOf(machine), 'utf8')).not.toContain(HUB_TOKEN)
    expect((await runMetier(machine, 'whoami')).code).toBe(1)
  })
})

test('trust takes the fingerprint of a key, and the hint that other programs show', async () => {
  const { publicKey } = createKey('Ed25519')
  const { fingerprint, hints } = factsOf(publicKey)
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const hub = await startFakeHub({ keys: [{ fingerprint, publicKey: pem }] })
  for (const compared of [fingerprint, ...hints]) {
    const trusted = await runJson(create(), 'trust', `key:${hub.url}`, '--fingerprint', compared)
    expect(trusted).toMatchObject({ trusted: true, key: { fingerprint } })
  }
})

describe('a token', () => {
  test('is not sent to another origin, nor after a redirect to one', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const other = await startFakeHub()
    await logIn(machine, hub.url)
    await runMetier(machine, 'whoami', other.url)
    expect(other.requests).toEqual([{ path: '/api/v1/whoami', authorization: undefined }])
    const moved = await startFakeHub({ redirect: other.url })
    await runMetier(withToken(machine), 'whoami', moved.url)
    expect(moved.requests[0]?.authorization).toBe(`Bearer ${HUB_TOKEN}`)
    expect(other.requests.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  test('of METIER_TOKEN is for the hub that is named, not for others that are logged in to', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    await logIn(machine, hub.url)
    const variables = { ...machine.variables, METIER_TOKEN: 'another-token-0123456789' }
    await runMetier({ ...machine, variables }, 'whoami')
    expect(hub.requests.at(-1)?.authorization).toBe(`Bearer ${HUB_TOKEN}`)
  })

  test('goes with a search of the hub', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    await logIn(machine, hub.url)
    await runMetier(machine, 'search', 'pdf', '--from', hub.url)
    const search = hub.requests.find(({ path }) => path.startsWith('/api/v1/search'))
    expect(search?.authorization).toBe(`Bearer ${HUB_TOKEN}`)
  })
})

describe('metier publish --to', () => {
  const publish = (machine: Machine, url: string, ...words: readonly string[]) =>
    runJson(withToken(machine), 'publish', 'skills', '--to', url, ...words)

  test('sends every file of a skill with its executable bit, once', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    chmodSync(join(machine.project, 'skills/pdf/run.sh'), 0o755)
    const first = await publish(machine, hub.url, '--private', '--changelog', 'First')
    expect(first).toMatchObject({ skills: [{ name: 'pdf-forms', version: '1.0.0', owner: 'ann', state: 'published' }] })
    expect(hub.published.get('pdf-forms@1.0.0')).toMatchObject({
      payload: { slug: 'pdf-forms', changelog: 'First', visibility: 'private', executables: ['run.sh'] },
      files: { 'run.sh': '#!/bin/sh\necho forms\n' },
    })
    expect(await publish(machine, hub.url)).toMatchObject({ skills: [{ state: 'unchanged' }] })
  })

  test.each([[], ['--dry-run']])(
    'refuses an owner that the user may not publish for, and names the others: %j',
    async (...words) => {
      const member = (handle: string, role: string) => ({ handle, members: [{ handle: 'ann', role }] })
      const owners = [member('acme', 'publisher'), member('ann', 'publisher'), member('readers', 'reader')]
      const [machine, hub] = [withToken(create()), await startFakeHub({ owners })]
      const publish = (owner: string) =>
        runMetier(machine, 'publish', 'skills', '--to', hub.url, '--owner', owner, ...words)
      for (const owner of ['acmee', 'readers']) {
        expect(await publish(owner)).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringContaining(`You may not publish for @${owner}\nYou may publish for: @acme, @ann\n`),
        })
      }
      expect(hub.published.size).toBe(0)
      expect(await publish('@Acme')).toMatchObject({ code: 0, stdout: expect.stringContaining('published as @acme/') })
    },
  )

  test.each([
    [{ status: 'published', visibility: 'public' }, [], 'already there, with'],
    [{ status: 'published', visibility: 'private' }, [], 'already there and private, with'],
    [{ status: 'pending', visibility: 'public' }, [], 'waiting for a moderator'],
    [{ status: 'rejected', visibility: 'public' }, [], 'was rejected by a moderator; fix it, then raise the version'],
    [
      { status: 'rejected', visibility: 'public', rejectedReason: 'It asks for a key\u001b[2J' },
      [],
      'was rejected by a moderator (“It asks for a key [2J”); fix it',
    ],
    [{ status: 'published', visibility: 'public' }, ['--private'], 'its visibility is now private'],
    [{ status: 'published', visibility: 'private' }, ['--public'], 'its visibility is now public'],
  ])('says of a version that is there as %j, with %j: %s', async (there, words, message) => {
    const [machine, hub] = [create(), await startFakeHub({ there })]
    await publish(machine, hub.url)
    const again = await runMetier(withToken(machine), 'publish', 'skills', '--to', hub.url, ...words)
    expect([again.code, again.stdout.replace(/\s+/g, ' ')]).toEqual([
      there.status === 'rejected' ? 1 : 0,
      expect.stringContaining(message),
    ])
    const changed = hub.requests.some(({ path }) => path.includes('/visibility'))
    expect(changed).toBe(words.length > 0)
  })

  test('refuses other content under a version that exists', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    await publish(machine, hub.url)
    writeText(join(machine.project, 'skills/pdf/run.sh'), 'echo other\n')
    const { code, stdout } = await runMetier(withToken(machine), 'publish', 'skills', '--to', hub.url)
    expect([code, stdout]).toEqual([1, expect.stringContaining('raise the version')])
  })

  test('--dry-run sends nothing', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    expect(await publish(machine, hub.url, '--dry-run')).toMatchObject({ skills: [{ state: 'planned' }] })
    expect(hub.published.size).toBe(0)
  })

  test('--dry-run says that a number cannot be used again', async () => {
    const [machine, hub] = [create(), await startFakeHub({ gone: 'Version was withdrawn: wrong forms' })]
    const dry = await runMetier(withToken(machine), 'publish', 'skills', '--to', hub.url, '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining('1.0.0: Version was withdrawn: wrong forms')])
    expect(hub.published.size).toBe(0)
  })

  test('--dry-run says that a version is not one that a hub takes', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    const text = skillText('pdf-forms', 'Fills in PDF forms.', 'version: 1.10\n')
    writeText(join(machine.project, 'skills/pdf/SKILL.md'), text)
    const dry = await runMetier(withToken(machine), 'publish', 'skills', '--to', hub.url, '--dry-run')
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining("'1.10' is not a semantic version")])
  })

  test("shows the hub's sentence for a skill that it refuses, and publishes the others", async () => {
    const machine = create()
    writeText(join(machine.project, 'skills/zip/SKILL.md'), skillText('zip-files', 'Packs files.', 'version: 1.0.0\n'))
    const decide = (slug: string) => (slug === 'pdf-forms' ? { status: 422, text: 'Blocked: run.sh:2' } : undefined)
    const hub = await startFakeHub({ decide })
    const { code, stdout } = await runMetier(withToken(machine), 'publish', 'skills', '--to', hub.url)
    expect([code, stdout]).toEqual([1, expect.stringContaining('Blocked: run.sh:2')])
    expect([...hub.published.keys()]).toEqual(['zip-files@1.0.0'])
  })

  test('needs a version in the frontmatter', async () => {
    const [machine, hub] = [create(), await startFakeHub()]
    writeText(join(machine.project, 'skills/pdf/SKILL.md'), skillText('pdf-forms', 'Fills in PDF forms.'))
    expect(await publish(machine, hub.url)).toMatchObject({
      skills: [
        { state: 'unversioned', version: null, error: expect.stringContaining("give 'metadata' in the frontmatter") },
      ],
    })
  })
})
