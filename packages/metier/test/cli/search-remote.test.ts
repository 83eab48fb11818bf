import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClawhub } from '../servers/clawhub.js'
import { listen } from '../servers/listen.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

/** A registry that keeps what it was asked. */
const asked: string[] = []
let registry: Server
let answerWith: { readonly status: number; readonly body: string }

beforeAll(async () => {
  registry = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(answerWith.status, { 'content-type': 'application/json' }).end(answerWith.body)
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void registry.close())

function address(): string {
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
}

function createMachine(): Machine {
  const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
  return { ...machine, variables: { ...machine.variables, CLAWHUB_REGISTRY: address() } }
}

const FOUND = JSON.stringify({
  results: [
    {
      score: 3,
      slug: 'pdf-forms',
      ownerHandle: 'ann',
      displayName: 'PDF Forms',
      summary: 'Fills in forms',
      version: '1.0.0',
      downloads: 7,
    },
    { score: 1, slug: 'paper', summary: 'Sings\u001b[2J songs' },
    { score: 1 },
    'nonsense',
  ],
})

describe('metier search --from', () => {
  test('asks the registry for the query alone, keeps its order and says why each matched', async () => {
    answerWith = { status: 200, body: FOUND }
    asked.length = 0
    const { code, stdout } = await runMetier(
      createMachine(),
      'search',
      'pdf',
      'forms',
      '--from',
      'clawhub',
      '--limit',
      '5',
      '--json',
    )
    expect(JSON.parse(stdout)).toEqual({
      count: 2,
      from: 'clawhub',
      results: [
        {
          name: '@ann/pdf-forms',
          description: 'Fills in forms',
          version: '1.0.0',
          score: 3,
          downloads: 7,
          matched: expect.arrayContaining(['name:pdf']),
        },
        { name: 'paper', description: 'Sings\u001b[2J songs', version: null, score: 1, downloads: null, matched: [] },
      ],
    })
    expect(code).toBe(0)
    expect(asked).toEqual(['/api/v1/search?q=pdf+forms&limit=5'])
  })

  test('shows a person what to type next, and a terminal nothing to act upon', async () => {
    answerWith = { status: 200, body: FOUND }
    const { stdout, stderr } = await runMetier(createMachine(), 'search', 'forms', '--from', 'clawhub')
    expect(stdout).toContain('@ann/pdf-forms  matched: ')
    expect(stdout).toContain('version 1.0.0')
    expect(stdout).not.toContain('\u001b')
    expect(stderr).toContain('metier install @ann/pdf-forms --from clawhub')
  })

  test('a registry by its address: what it says to type installs', async () => {
    const server = await startClawhub(
      [{ slug: 'pdf', owner: 'ann', files: { 'SKILL.md': skillText('pdf', 'Reads') } }],
      {
        answer: (path) =>
          path.startsWith('/api/v1/search') ? { body: { results: [{ slug: 'pdf', ownerHandle: 'ann' }] } } : undefined,
      },
    )
    const machine = metier.create()
    const { stderr } = await runMetier(machine, 'search', 'pdf', '--from', server.url)
    expect(stderr).toContain(`metier install @ann/pdf --from clawhub+${server.url}\n`)
    await runMetier(machine, 'trust', server.host)
    const [, ...words] = /metier (install .*)/.exec(stderr)?.[1]?.split(' ') ?? []
    expect(await runMetier(machine, 'install', ...words)).toMatchObject({ code: 0 })
  })

  test('takes a registry of the configuration by its name', async () => {
    answerWith = { status: 200, body: FOUND }
    const machine = createMachine()
    writeText(
      join(machine.home, '.metier/config.json'),
      JSON.stringify({ skills: { registries: { team: address() } } }),
    )
    const { code } = await runMetier(machine, 'search', 'forms', '--from', 'team')
    expect(code).toBe(0)
  })

  test.each([
    ['an error', 500, 'oops'],
    ['something that is not JSON', 200, '<html>'],
    ['something else', 200, '{"results":{}}'],
  ])('a registry that answers with %s is a failure', async (_, status, body) => {
    answerWith = { status, body }
    const { code, stdout } = await runMetier(createMachine(), 'search', 'forms', '--from', 'clawhub', '--json')
    expect(code).toBe(1)
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(['error'])
  })

  test.each(['github.com/a/b', './folder', 'nonsense'])('%s cannot be searched', async (from) => {
    asked.length = 0
    const { code } = await runMetier(createMachine(), 'search', 'forms', '--from', from)
    expect(code).toBe(1)
    expect(asked).toEqual([])
  })

  test('a slip in the name of a registry: the nearest one, and only what can be searched', async () => {
    const machine = createMachine()
    const config = { skills: { registries: { team: address() } } }
    writeText(join(machine.home, '.metier/config.json'), JSON.stringify(config))
    const { code, stderr } = await runMetier(machine, 'search', 'forms', '--from', 'teem')
    expect(code).toBe(1)
    expect(stderr).toContain("'teem' is not a registry")
    expect(stderr).toContain('Did you mean: team\n')
    expect(stderr).toContain('Search clawhub, team, or the address of a registry')
    expect(stderr).not.toMatch(/local:|github/)
  })

  test('what matched is said once, whatever its case', async () => {
    const results = [{ slug: 'pdf', displayName: 'PDF', summary: 'Reads PDF files' }]
    answerWith = { status: 200, body: JSON.stringify({ results }) }
    const { stdout } = await runMetier(createMachine(), 'search', 'pdf', '--from', 'clawhub', '--json')
    const [{ matched }] = (JSON.parse(stdout) as { results: [{ matched: readonly string[] }] }).results
    expect(matched.map((word) => word.toLowerCase()).filter((word) => word === 'name:pdf')).toHaveLength(1)
    expect(new Set(matched).size).toBe(matched.length)
  })

  test('a wait that the registry asks for is told', async () => {
    const server = await listen(() => {
      const isFirst = server.requests.length === 1
      return isFirst ? { status: 429, headers: { 'retry-after': '1' } } : { body: { results: [] } }
    })
    const machine = metier.create()
    const variables = { ...machine.variables, CLAWHUB_REGISTRY: server.url }
    const { code, stderr } = await runMetier({ ...machine, variables }, 'search', 'pdf', '--from', 'clawhub')
    expect(code).toBe(0)
    expect(stderr).toBe(`${server.host} is busy, retrying in 1 second\nNo skills in clawhub match 'pdf'.\n`)
  })

  test('without it nothing leaves the machine', async () => {
    asked.length = 0
    const { stdout } = await runMetier(createMachine(), 'search', 'pdf', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ count: 1 })
    expect(asked).toEqual([])
  })
})
