/**
 * Every code block of every page. Programs compile, commands are ones that `metier` knows, configuration matches its schema, other JSON
 * and YAML parses. A page whose blocks are made or run by a test of its own names that test here.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { findCommandWord, parseWords } from '../../src/cli/arguments/parse-words.js'
import { COMMANDS } from '../../src/cli/commands.js'
import { compileSchema, type SchemaCheck } from '../../src/system/json-schema.js'
import { isFull } from '../support/full.js'
import { parse as parseSkillText } from '../support/parsing.js'
import { commandsIn, findPageBlocks, listPages, splitWords } from './blocks.js'
import { openWorkshop, type Program, repository, type Workshop } from './programs.js'

/** Pages that a test of their own reads block by block, or makes. */
const OWN_TEST: Readonly<Record<string, string>> = {
  'docs/guides/mcp-libraries/genkit.md': 'compat/mcp-clients/support/programs.ts',
  'docs/guides/mcp-libraries/llamaindex.md': 'compat/mcp-clients/support/programs.ts',
  'docs/guides/mcp-libraries/strands.md': 'compat/mcp-clients/support/programs.ts',
  'docs/reference/cli.md': 'packages/metier/test/cli/definitions.test.ts',
  'docs/reference/diagnostics.md': 'packages/metier/test/skill/diagnostic.test.ts',
  'docs/reference/rules.md': 'packages/metier/test/gate/rules-page.test.ts',
  'docs/reference/tools/activate-skill.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/reference/tools/get-skill.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/reference/tools/neovate-skill.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/reference/tools/read-skill-file.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/reference/tools/skills.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/reference/tools/wave-skill.md': 'packages/metier/test/tools/docs.test.ts',
  'docs/tutorials/first-agent.md': 'packages/metier/test/guides/tutorials.test.ts',
  'docs/tutorials/publish-a-skill.md': 'packages/metier/test/guides/tutorials.test.ts',
  'docs/tutorials/skills-for-a-team.md': 'packages/metier/test/guides/tutorials.test.ts',
}

/** What a program prints, a tree of files or a drawing: nothing to run. */
const OUTPUT = new Set(['', 'text', 'console'])

/** Programs that a page may ask its reader to run. */
const OTHER_PROGRAMS = new Set([
  'cd',
  'chmod',
  'curl',
  'echo',
  'export',
  'git',
  'jq',
  'metier-hub',
  'node',
  'npm',
  'openssl',
  'python3',
  'rsync',
  'sudo',
])

const blocks = listPages()
  .filter((page) => !(page in OWN_TEST))
  .flatMap(findPageBlocks)
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

test('every block is of a kind that is checked here', () => {
  const known = new Set([...OUTPUT, 'ts', 'js', 'sh', 'json', 'yaml', 'markdown'])
  expect(blocks.filter(({ language }) => !known.has(language)).map(({ place }) => place)).toEqual([])
  expect(blocks.length).toBeGreaterThan(100)
})

test.each(Object.entries(OWN_TEST))('%s is left to %s, which reads the page or its folder', (page, file) => {
  expect(existsSync(join(repository, page))).toBe(true)
  const text = readFileSync(join(repository, file), 'utf8')
  expect([page, dirname(page)].some((path) => text.includes(path))).toBe(true)
})

describe('programs', () => {
  const programs = of('ts', 'js').map(({ place, text }): Program => ({ name: place.replace(/\W+/g, '-'), text }))
  let workshop: Workshop
  beforeAll(() => {
    workshop = openWorkshop(programs)
  })
  afterAll(() => workshop.remove())

  test('start with their imports: no block is a part of a program', () => {
    expect(
      of('ts', 'js')
        .filter(({ text }) => !text.startsWith('import '))
        .map(({ place }) => place),
    ).toEqual([])
  })

  test.runIf(isFull)(
    'compile',
    async () => {
      expect(programs.length).toBeGreaterThan(25)
      expect(await workshop.compile()).toBe('')
    },
    120_000,
  )
})

describe('commands', () => {
  const lines = of('sh').flatMap(({ place, text }) => commandsIn(text).map((line) => ({ place, line })))
  const isOurs = ({ line }: { readonly line: string }) => /^(?:npx )?metier /.test(line)
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

  test.each(lines.filter(isOurs))('$place: $line', async ({ line }) => {
    const words = splitWords(line.replace(/^npx /, '')).slice(1)
    const at = findCommandWord(words)
    const entry = COMMANDS.find(({ name, aliases = [] }) => [name, ...aliases].includes(words[at] ?? ''))
    if (entry === undefined) expect.fail(`'${words[at]}' is not a command`)
    const { command } = await entry.load()
    expect(parseWords(command, words.toSpliced(at, 1))).toMatchObject({ ok: true })
  })

  test('others are of programs that pages may name, and npm scripts exist', () => {
    const others = lines.filter((line) => !isOurs(line))
    const unknown = others.filter(
      ({ line }) => !OTHER_PROGRAMS.has(splitWords(line.replace(/^npx (?=metier-hub\b)/, ''))[0] ?? ''),
    )
    expect(unknown).toEqual([])
    const named = others.flatMap(({ line }) => /^npm run ([\w:-]+)/.exec(line)?.[1] ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('files', () => {
  const schemas = new Map<string, SchemaCheck>()
  beforeAll(async () => {
    for (const name of ['config', 'tools']) {
      const file = join(repository, `packages/metier/schemas/${name}.schema.json`)
      schemas.set(name, await compileSchema(JSON.parse(readFileSync(file, 'utf8'))))
    }
  })
  const configuration = new Set(['skills', 'policy', 'sets', 'reviewer', 'sandbox', 'limits'])
  const schemaOf = (value: object) => {
    const keys = Object.keys(value).filter((key) => key !== '$schema')
    if (keys.some((key) => key === 'tools' || key === 'servers')) return 'tools'
    return keys.length > 0 && keys.every((key) => configuration.has(key)) ? 'config' : undefined
  }
  const judge = (value: unknown) => {
    const name = typeof value === 'object' && value !== null ? schemaOf(value) : undefined
    return name === undefined ? [] : schemas.get(name)?.(value)
  }

  test.each(of('json'))('$place is JSON, and matches its schema', ({ text }) => {
    expect(judge(JSON.parse(text))).toEqual([])
  })

  test.each(of('yaml'))('$place is YAML, and matches its schema', ({ text }) => {
    const [, frontmatter] = /^---\n([\s\S]*?)^---$/m.exec(text) ?? []
    expect(judge(parseYaml(frontmatter ?? text))).toEqual([])
  })

  test.each(of('markdown'))('$place is a conformant SKILL.md', ({ text }) => {
    const [, directory = ''] = /^name: (.+)$/m.exec(text) ?? []
    expect(parseSkillText(text, { directory }).isConformant).toBe(true)
  })
})
