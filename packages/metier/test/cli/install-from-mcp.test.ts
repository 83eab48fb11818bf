/** `metier install --from mcp:URL`: at a terminal, after a question, never through a tool. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  entryOf,
  mainFile,
  type SkillServer,
  type SkillServerAnswers,
  startSkillServer,
} from '../servers/skill-server.js'
import { type Machine, runJson, runMetier, useMetier } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const FILES = { 'SKILL.md': mainFile('pdf'), 'references/FORMS.md': 'Fill in.\n' }
const CONNECT = ['to get skills from it? [y/N]', 'y\n'] as const

const read = (uri: string) => FILES[uri.replace('skill://pdf/', '') as keyof typeof FILES]
const honest: SkillServerAnswers = { list: () => ({ skills: [entryOf('pdf', FILES)] }), read }

async function prepare(answers: SkillServerAnswers): Promise<{ machine: Machine; server: SkillServer; from: string }> {
  const server = await startSkillServer(answers)
  const machine = metier.create()
  await runMetier(machine, 'trust', server.host)
  return { machine, server, from: `mcp:${server.url}` }
}

function fileOf({ home }: Machine, path: string): string {
  return join(home, '.agents/skills/pdf', path)
}

describe('at a terminal', () => {
  test('asks once, then installs every file exactly as listed and records the server', async () => {
    const { machine, server, from } = await prepare(honest)
    const { code, lines } = await runAtTerminal(machine, ['install', 'pdf', '--from', from], { answers: [CONNECT] })
    expect(lines.join('\n')).toContain(`Connect to the MCP server at ${server.host}`)
    expect(code).toBe(0)
    for (const [path, text] of Object.entries(FILES)) expect(readFileSync(fileOf(machine, path), 'utf8')).toBe(text)
    const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
    expect(lock.skills.pdf).toMatchObject({ source: from, path: 'pdf' })
  })

  test('updates what the server changed', async () => {
    let served: Readonly<Record<string, string>> = FILES
    const { machine, from } = await prepare({
      list: () => ({ skills: [entryOf('pdf', served)] }),
      read: (uri) => served[uri.replace('skill://pdf/', '')] ?? '',
    })
    await runAtTerminal(machine, ['install', 'pdf', '--from', from], { answers: [CONNECT] })
    served = { ...FILES, 'references/FORMS.md': 'Fill in twice.\n' }
    const { code } = await runAtTerminal(machine, ['update', 'pdf', '--yes'], { answers: [CONNECT] })
    expect(code).toBe(0)
    expect(readFileSync(fileOf(machine, 'references/FORMS.md'), 'utf8')).toBe('Fill in twice.\n')
  })

  test('installs nothing if the list changes between the choice and the download', async () => {
    let lists = 0
    const { machine, from } = await prepare({
      ...honest,
      list: () => ({ skills: [entryOf('pdf', lists++ === 0 ? FILES : { ...FILES, 'more.md': 'More.\n' })] }),
    })
    const { code, lines } = await runAtTerminal(machine, ['install', 'pdf', '--from', from], { answers: [CONNECT] })
    expect(lines.join(' ')).toContain('changed or removed')
    expect(code).toBe(1)
  })

  test('shows what the server offers, and reads no file', async () => {
    const { machine, server, from } = await prepare(honest)
    const { code, lines } = await runAtTerminal(machine, ['install', '--list', '--from', from], { answers: [CONNECT] })
    expect(code).toBe(0)
    expect(lines.join('\n')).toContain('Does pdf')
    expect(server.calls.filter((call) => call.startsWith('resources/read'))).toEqual([])
  })

  test.each([[[]], [['--yes']]])('contacts nobody if the answer is no, with %j too', async (further) => {
    const { machine, server, from } = await prepare(honest)
    const words = ['install', 'pdf', '--from', from, ...further]
    const { code } = await runAtTerminal(machine, words, { answers: [[CONNECT[0], 'n\n']] })
    expect(code).toBe(1)
    expect(server.requests).toEqual([])
  })

  test('a server that is not trusted is not asked about', async () => {
    const server = await startSkillServer(honest)
    const words = ['install', 'pdf', '--from', `mcp:${server.url}`]
    const { code, lines } = await runAtTerminal(metier.create(), words)
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('trust')
    expect(server.requests).toEqual([])
  })
})

describe('installs nothing', () => {
  const [entry] = [entryOf('pdf', FILES)]
  const bad: readonly [string, SkillServerAnswers, string][] = [
    [
      'if a file has another digest',
      { ...honest, read: (uri) => read(uri).replace('# pdf', '# pdx') },
      'Verification failed',
    ],
    ['if a file has another size', { ...honest, read: (uri) => `${read(uri)} ` }, 'Verification failed'],
    [
      'if the frontmatter differs from the entry',
      { ...honest, list: () => ({ skills: [{ ...entry, frontmatter: { name: 'pdf', description: 'Other' } }] }) },
      'Verification failed',
    ],
    [
      'if its files are dynamic',
      { ...honest, list: () => ({ skills: [{ ...entry, resources: 'dynamic' }] }) },
      'refused',
    ],
    ['if the server has no skills', { list: () => ({ skills: [] }) }, 'has no skills'],
    ['if the server has no skills extension', { extensions: {} }, 'does not serve skills'],
    [
      'if the list fails',
      {
        list: () => {
          throw new Error('out of order')
        },
      },
      'out of order',
    ],
  ]

  test.each(bad)('%s', async (_, answers, message) => {
    const { machine, server, from } = await prepare(answers)
    const { code, lines } = await runAtTerminal(machine, ['install', 'pdf', '--from', from], { answers: [CONNECT] })
    expect(lines.join(' ')).toContain(message)
    expect(code).toBe(1)
    expect(existsSync(fileOf(machine, ''))).toBe(false)
    expect(server.calls.filter((call) => call.endsWith('FORMS.md'))).toEqual([])
  })
})

describe('without a terminal the server is not contacted', () => {
  test('by the command', async () => {
    const { machine, server, from } = await prepare(honest)
    const { code, stderr } = await runMetier(machine, 'install', 'pdf', '--from', from, '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('only at a terminal')
    expect(server.requests).toEqual([])
  })

  test('C-19: by the tool, even at a terminal', async () => {
    const { machine, server, from } = await prepare(honest)
    const call = JSON.stringify({ action: 'install', skill: 'pdf', from })
    expect(await runJson(machine, 'call', 'skills', call)).toMatchObject({ installed: false })
    await runAtTerminal(machine, ['call', 'skills', call])
    expect(server.requests).toEqual([])
  })
})
