/** `metier sign-in` and `metier sign-out`: a person signs in to a skill's server, and scripts are told what to do. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AuthorizationServers, browse, startAuthorization } from '../servers/authorization.js'
import { speakMcp } from '../servers/mcp.js'
import { type Machine, runJson, runMetier, skillText, useMetier } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

async function createMachine(url: string, oauth: object = { signIn: 'browser' }): Promise<Machine> {
  const machine = metier.create({
    '.agents/skills/wiki/SKILL.md': skillText('wiki', 'Reads the wiki'),
    '.agents/skills/wiki/tools.yaml': JSON.stringify({ servers: { docs: { url, oauth } } }),
  })
  expect(await runMetier(machine, 'approve', 'wiki', '--yes')).toMatchObject({ code: 0 })
  return machine
}

async function signIn(machine: Machine, ...words: readonly string[]) {
  let page: Promise<Response> | undefined
  const seen = await runAtTerminal(machine, ['sign-in', 'wiki', '--no-browser', ...words], {
    columns: 1_000,
    watch: (raw) => {
      const [address] = /http:\S+authorize\?\S+/.exec(raw) ?? []
      if (address !== undefined) page ??= browse(address)
    },
  })
  return { seen, page: await page }
}

const keptIn = ({ home }: Machine) => {
  const folder = join(home, '.metier/sign-ins')
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
}

describe('a server that asks for a sign-in', () => {
  test('is used after metier sign-in, and not any more after metier sign-out', async () => {
    const servers: AuthorizationServers = await startAuthorization()
    const machine = await createMachine(servers.url)
    const run = ['run', 'wiki', 'act', '--allow', 'network']
    expect(await runMetier(machine, ...run)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /needs a sign-in in a browser: you are not signed in[\s\S]*metier sign-in wiki docs/,
      ),
    })
    expect(servers.requests).toEqual([])
    const { seen, page } = await signIn(machine)
    expect(seen.lines.join('\n')).toContain(`Signed in to 'docs' of skill 'wiki' at ${servers.issuer}`)
    expect(seen.code).toBe(0)
    expect(await page?.text()).toContain('Go back to your terminal')
    expect(await runMetier(machine, ...run)).toMatchObject({ code: 0, stdout: 'in\n' })
    expect(keptIn(machine)).toHaveLength(1)
    expect(readFileSync(join(machine.project, '.agents/skills/wiki/tools.yaml'), 'utf8')).not.toContain('access-')
    const removed = [{ server: 'docs', url: servers.url, issuer: servers.issuer }]
    expect(await runJson(machine, 'sign-out', 'wiki')).toEqual({ skill: 'wiki', removed })
    expect(keptIn(machine)).toEqual([])
    expect(await runMetier(machine, ...run)).toMatchObject({ code: 1 })
    expect(await runMetier(machine, 'sign-out', 'wiki', 'docs')).toMatchObject({
      code: 0,
      stdout: "There is no sign-in for skill 'wiki' and server 'docs'\n",
    })
  })

  test('is not signed in to without a terminal', async () => {
    const servers = await startAuthorization()
    const machine = await createMachine(servers.url)
    expect(await runMetier(machine, 'sign-in', 'wiki')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run it in a terminal: metier sign-in wiki docs'),
    })
    expect(servers.requests).toEqual([])
  })

  test('shows at the approval that you sign in, and where', async () => {
    const machine = metier.create({
      '.agents/skills/wiki/SKILL.md': skillText('wiki', 'Reads the wiki'),
      '.agents/skills/wiki/tools.yaml': `servers:
  docs: { url: "https://wiki.example/mcp", oauth: { signIn: browser, scopes: [read] } }
  own: { url: "https://own.example/mcp", oauth: { signIn: browser, issuer: "https://auth.example", clientId: metier } }
`,
    })
    const { stdout } = await runMetier(machine, 'approve', 'wiki', '--show')
    expect(stdout).toContain('you sign in with a browser at the authorization server that it names, for read')
    expect(stdout).toContain('you sign in with a browser at https://auth.example; https://auth.example gets metier')
    expect(await runJson(machine, 'approve', 'wiki', '--show')).toMatchObject({
      servers: [{ oauth: { signIn: 'browser', scopes: ['read'] } }, { oauth: { issuer: 'https://auth.example' } }],
    })
  })
})

test('a sign-in that fails says why, and exits with 1', async () => {
  const { url } = await startAuthorization({ denies: true })
  const { seen } = await signIn(await createMachine(url))
  expect(seen.lines.join('\n')).toContain(
    "Could not sign in to server 'docs': the authorization server refused: access_denied",
  )
  expect(seen.code).toBe(1)
})

test('a server that asks for nothing needs no sign-in', async () => {
  const { url } = await speakMcp('2025', { answer: () => ({ content: [] }) })
  const { seen } = await signIn(await createMachine(url))
  expect(seen.lines.join('\n')).toContain("Server 'docs' does not ask for a sign-in")
})

test('a skill or a server that is not there is refused', async () => {
  const { url } = await startAuthorization()
  const machine = await createMachine(url)
  expect((await signIn(machine, 'other')).seen.raw).toContain("Skill 'wiki' has no server 'other' that takes a sign-in")
  expect((await runAtTerminal(machine, ['sign-in', 'wikki'])).raw).toContain('wikki')
})
