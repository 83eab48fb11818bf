import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

const PDF = skillText('pdf', 'Fills in PDF forms and reads tables from PDF files. Use it for invoices.')
const NOTES = skillText('release-notes', 'Writes release notes from commits. Use it before a version is published.')

function triggers(...queries: readonly (readonly [string, boolean])[]): string {
  return JSON.stringify(queries.map(([query, should_trigger]) => ({ query, should_trigger })))
}

interface Report {
  readonly ok: boolean
  readonly skills: readonly {
    readonly name: string
    readonly cases: readonly {
      readonly kind: string
      readonly query: string
      readonly rank: number | null
      readonly passed: boolean
    }[]
    readonly problems: readonly { readonly message: string }[]
  }[]
}

async function report(files: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const { code, stdout } = await runMetier(metier.create(files), 'test', ...words, '--json')
  return { code, ...(JSON.parse(stdout) as Report) }
}

describe('metier test', () => {
  test('a skill that is found first by its own queries and not by others passes', async () => {
    const { code, ok, skills } = await report(
      {
        'skills/pdf/SKILL.md': PDF,
        'skills/pdf/evals/triggers.json': triggers(['fill in this pdf form', true], ['write the release notes', false]),
        'skills/pdf/evals/evals.json': JSON.stringify({
          skill_name: 'pdf',
          evals: [
            { id: 1, prompt: 'Read the tables of invoice.pdf', expected_output: 'Rows', files: [], assertions: [] },
          ],
        }),
        'skills/release-notes/SKILL.md': NOTES,
      },
      'skills',
    )
    expect({ code, ok }).toEqual({ code: 0, ok: true })
    expect(skills.map(({ name, cases }) => [name, cases.map(({ kind }) => kind)])).toEqual([
      ['pdf', ['description', 'own', 'own', 'own']],
      ['release-notes', ['description', 'neighbour', 'neighbour']],
    ])
  })

  test('says what passes whatever the skill says: no neighbor, or a query that is the description', async () => {
    const text = 'Fills in PDF forms and reads tables from PDF files. Use it for invoices'
    const files = { 'one/pdf/SKILL.md': PDF, 'one/pdf/evals/triggers.json': triggers([text, true]) }
    const alone = await runMetier(metier.create(files), 'test', 'one', '--verbose')
    expect(alone.stderr).toContain('nothing to compare with')
    expect(alone.stderr).toContain('1 query is the description itself')
    expect(alone.stdout).toContain('repeats the description')
    const machine = metier.create({ 'one/release-notes/SKILL.md': NOTES })
    await runMetier(
      machine,
      'new',
      'invoice-forms',
      '--in',
      'one',
      '--description',
      'Fills in forms. Use it for tax.',
      '--evals',
    )
    const { code, stdout, stderr } = await runMetier(machine, 'test', 'one')
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining('2 skills'), stderr: '' })
  })

  test('a query that leads elsewhere fails, with the place and the skill that took it', async () => {
    const { code, skills } = await report(
      {
        'skills/pdf/SKILL.md': PDF,
        'skills/pdf/evals/triggers.json': triggers(['release notes for this version', true]),
        'skills/release-notes/SKILL.md': NOTES,
      },
      'skills/pdf',
    )
    expect(code).toBe(1)
    expect(skills.map(({ name }) => name)).toEqual(['pdf'])
    expect(skills[0]?.cases.find(({ kind }) => kind === 'own')).toMatchObject({ passed: false, first: 'release-notes' })
  })

  test('a query of a neighbour must not lead here', async () => {
    const { skills } = await report(
      {
        'skills/pdf/SKILL.md': PDF,
        'skills/scan/SKILL.md': skillText('scan', 'Makes pictures of paper'),
        'skills/scan/evals/triggers.json': triggers(['fill in pdf forms', true]),
      },
      'skills/pdf',
    )
    expect(skills[0]?.cases.find(({ kind }) => kind === 'neighbour')).toMatchObject({ passed: false, rank: 1 })
  })

  test('one word in passing is no match, even where no other skill is near', async () => {
    const { code } = await report(
      {
        'pdf/SKILL.md': PDF,
        'pdf/evals/t.json': triggers(['which files changed in the last commit of this repository', false]),
      },
      'pdf',
    )
    expect(code).toBe(0)
  })

  test('--at-least tolerates a share of failures', async () => {
    const files = {
      'pdf/SKILL.md': PDF,
      'pdf/evals/t.json': triggers(['fill in a pdf form', true], ['pdf tables', true], ['zebra crossing', true]),
    }
    expect((await report(files, 'pdf')).code).toBe(1)
    expect((await report(files, 'pdf', '--at-least', '75')).code).toBe(0)
    expect((await report(files, 'pdf', '--at-least', '0')).code).toBe(0)
  })

  test.each([
    ['not JSON', '{'],
    ['an object without evals', '{}'],
    ['an eval without a prompt', '{"skill_name":"pdf","evals":[{"id":1,"expected_output":"x"}]}'],
    ['another skill', '{"skill_name":"other","evals":[]}'],
    [
      'a file that is not there',
      '{"skill_name":"pdf","evals":[{"id":1,"prompt":"pdf","expected_output":"x","files":["a.pdf"]}]}',
    ],
    [
      'a file outside',
      '{"skill_name":"pdf","evals":[{"id":1,"prompt":"pdf","expected_output":"x","files":["../SKILL.md"]}]}',
    ],
    ['a query without should_trigger', '[{"query":"pdf"}]'],
  ])('a file of tests with %s is a problem', async (_, text) => {
    const { code, skills } = await report({ 'pdf/SKILL.md': PDF, 'pdf/evals/evals.json': text }, 'pdf')
    expect(code).toBe(1)
    expect(skills[0]?.problems.length).toBeGreaterThan(0)
  })

  test('shows a person what failed, and all of it with --verbose', async () => {
    const machine = metier.create({ 'pdf/SKILL.md': PDF, 'pdf/evals/t.json': triggers(['zebra', true]) })
    const { stdout } = await runMetier(machine, 'test', 'pdf')
    expect(stdout.split('\n')).toEqual([
      '✗ pdf  1/2 passed',
      '  ✗ "zebra"  not found',
      '',
      '1 skill: 1/2 queries passed',
      '',
    ])
    expect((await runMetier(machine, 'test', 'pdf', '--verbose')).stdout).toContain('✓ its description  first')
  })

  test('a catalogue without room for all is told, and is no fault of a skill', async () => {
    const description = (name: string) => `Does what ${name} is for. ${'Words that say little. '.repeat(20)}`
    const names = Array.from({ length: 90 }, (_, number) => `skill-${number}`)
    const files = names.map((name) => [`skills/${name}/SKILL.md`, skillText(name, description(name))])
    const machine = metier.create(Object.fromEntries(files))
    const { code, stdout, stderr } = await runMetier(machine, 'test', 'skills', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, catalogue: { listed: 90, shortened: 90, left: 0 } })
    expect(stderr).toContain('the catalogue for a model cuts 90 descriptions of these skills')
    expect(code).toBe(0)
  })

  test('a path that is not there is refused in the words of validate', async () => {
    const machine = metier.create()
    const [tested, validated] = [await runMetier(machine, 'test', 'gone'), await runMetier(machine, 'validate', 'gone')]
    expect(tested.stderr).toContain(`${join(machine.project, 'gone')} does not exist`)
    expect(tested).toEqual(validated)
  })

  test('of one query it is said in the singular how it ended', async () => {
    const machine = metier.create({ 'pdf/SKILL.md': PDF })
    const { stdout } = await runMetier(machine, 'test', 'pdf')
    expect(stdout).toContain('1 skill: 1/1 query passed')
  })

  test('a folder without a skill is refused', async () => {
    const { code, stdout } = await runMetier(metier.create({ 'empty/x.txt': '' }), 'test', 'empty', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ error: expect.stringContaining('contains no skill') })
  })
})
