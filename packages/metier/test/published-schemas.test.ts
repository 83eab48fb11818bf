/** The JSON Schemas that editors use accept and refuse what the program does. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEvals } from '../src/skill/evals.js'
import { composeLock, type LockEntry, parseLock } from '../src/store/lock.js'
import { compileSchema, type SchemaCheck } from '../src/system/json-schema.js'
import { parse } from './support/parsing.js'

const PACKAGE = join(import.meta.dirname, '..')

function useSchema(name: string): (value: unknown) => boolean {
  let check: SchemaCheck = () => []
  beforeAll(async () => {
    check = await compileSchema(JSON.parse(readFileSync(join(PACKAGE, `schemas/${name}.schema.json`), 'utf8')))
  })
  return (value) => check(value).length === 0
}

test('every schema is an entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
  for (const file of readdirSync(join(PACKAGE, 'schemas'))) expect(exports[`./${file}`]).toBe(`./schemas/${file}`)
})

describe('the lockfile', () => {
  const isValid = useSchema('lock')
  const hash = 'a'.repeat(64)
  /** Every key that the type has; one that is added there and not here does not compile. */
  const complete: Required<LockEntry> = {
    source: 'https://skills.example.com',
    version: '1.2.0',
    commit: null,
    path: 'skills/pdf',
    owner: 'acme',
    plugin: 'office',
    pluginVersion: '2.0.0',
    marketplace: { name: 'team', source: 'github.com/example/skills' },
    artifact: { kind: 'archive', url: 'https://skills.example.com/pdf.zip', digest: `sha256:${hash}` },
    digest: `sha256:${hash}`,
    files: [{ path: 'scripts/run.sh', size: 12, sha256: hash, mode: '0755' }],
    verdict: 'warn',
    ruleSet: '1',
    approval: { digest: `sha256:${hash}`, time: '2026-11-16T21:44:26.304Z', rules: ['SK-EX001'] },
    installedAt: '2026-11-16T21:44:26.304Z',
    pinned: true,
    keepsSettings: true,
    editedFrom: null,
    replacedLinks: [{ path: 'CLAUDE.md', target: 'AGENTS.md' }],
    installer: 'clawhub',
    signedBy: { fingerprint: `sha256:${hash}`, subject: 'CN=release' },
    links: [{ agent: 'claude-code', kind: 'link' }],
  }
  const written = (entry: object) =>
    JSON.parse(composeLock({ version: 1, skills: new Map([['pdf', entry as LockEntry]]), unknown: { later: true } }))

  test('describes every key that is written', () => {
    const schema = JSON.parse(readFileSync(join(PACKAGE, 'schemas/lock.schema.json'), 'utf8'))
    expect(Object.keys(schema.$defs.entry.properties).sort()).toEqual(Object.keys(complete).sort())
    expect(isValid(written(complete))).toBe(true)
  })

  test.each<[string, object]>([
    ['a verdict that does not exist', { verdict: 'fine' }],
    ['no digest', { digest: undefined }],
    ['a file outside of the skill', { files: [{ ...complete.files[0], path: '../x' }] }],
    ['a file with an absolute path', { files: [{ ...complete.files[0], path: '/x' }] }],
    ['a checksum that is none', { files: [{ ...complete.files[0], sha256: 'x' }] }],
    ['a signer without a fingerprint', { signedBy: { subject: 'a' } }],
    ['a link of an unknown kind', { links: [{ agent: 'a', kind: 'hard' }] }],
    ['an artifact at another protocol', { artifact: { ...complete.artifact, url: 'file:///x' } }],
  ])('%s is refused by the schema and by the program', (_, change) => {
    const value = written({ ...complete, ...change })
    expect(isValid(value)).toBe(false)
    expect(parseLock('skills.lock.json', JSON.stringify(value)).ok).toBe(false)
  })
})

describe('the frontmatter', () => {
  const isValid = useSchema('skill')

  test('of each example skill matches', () => {
    const folder = join(PACKAGE, '../../examples/skills')
    for (const name of readdirSync(folder)) {
      const { frontmatter } = parse(readFileSync(join(folder, name, 'SKILL.md'), 'utf8'))
      expect({ name, isValid: isValid(frontmatter) }).toEqual({ name, isValid: true })
    }
  })

  test.each([
    ['name: pdf\ndescription: Reads', true],
    ['name: pdf\ndescription: Reads\nlicense: MIT\nallowed-tools: Read Bash(git:*)', true],
    ['name: PDF\ndescription: Reads', false],
    [`name: ${'a'.repeat(65)}\ndescription: Reads`, false],
    ['name: pdf', false],
    [`name: pdf\ndescription: ${'a'.repeat(1025)}`, false],
    ['name: pdf\ndescription: Reads\nlicense: 2.0', false],
    ['name: pdf\ndescription: Reads\nallowed-tools: [Read]', true],
    ['name: pdf\ndescription: Reads\nmetadata: [a]', false],
  ])('%j is judged as metier validate --strict does', (fields, isRight) => {
    const { frontmatter, isConformant } = parse(`---\n${fields}\n---\nText.\n`, { directory: 'pdf' })
    expect({ schema: isValid(frontmatter), program: isConformant }).toEqual({ schema: isRight, program: isRight })
  })
})

describe('the tests of a skill', () => {
  const isValid = useSchema('evals')
  const task = { id: 1, prompt: 'Sum up', expected_output: 'A sum' }

  test.each<[string, unknown, boolean]>([
    ['tasks', { skill_name: 'a', evals: [task, { ...task, id: 'b', files: ['a.csv'] }] }, true],
    [
      'sentences and checks',
      { skill_name: 'a', evals: [{ ...task, assertions: ['Is short', { type: 'is-json' }] }] },
      true,
    ],
    [
      'a list of texts',
      { skill_name: 'a', evals: [{ ...task, assertions: [{ type: 'not-contains-any', value: ['a'] }] }] },
      true,
    ],
    ['queries', [{ query: 'Sum up', should_trigger: true }], true],
    ['no skill_name', { evals: [task] }, false],
    ['no prompt', { skill_name: 'a', evals: [{ id: 1, expected_output: 'A sum' }] }, false],
    [
      'an unknown check',
      { skill_name: 'a', evals: [{ ...task, assertions: [{ type: 'includes', value: 'a' }] }] },
      false,
    ],
    ['a check without a text', { skill_name: 'a', evals: [{ ...task, assertions: [{ type: 'contains' }] }] }, false],
    ['a file that is no text', { skill_name: 'a', evals: [{ ...task, files: [1] }] }, false],
    ['a query without an answer', [{ query: 'Sum up' }], false],
    ['something else', { queries: [] }, false],
  ])('%s', (_, value, isRight) => {
    const hasNoProblem = readEvals(JSON.stringify(value)).problems.length === 0
    expect({ schema: isValid(value), program: hasNoProblem }).toEqual({ schema: isRight, program: isRight })
  })
})
