/** The bundled example skills are what people copy: they keep every rule, and their scripts work. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parseSkillFile } from '../src/index.js'
import { type Document, parseSkill } from '../src/skill/parse.js'
import { readYaml } from '../src/system/yaml.js'
import { needs } from './support/programs.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../examples/skills')
const names = readdirSync(root)
const scratch = mkdtempSync(join(tmpdir(), 'metier-examples-'))

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

describe('every example', () => {
  test('there are at least eight', () => {
    expect(names.length).toBeGreaterThanOrEqual(8)
  })

  test.each(names)('%s conforms to the specification, and its links lead somewhere', (name) => {
    const document = read(name)
    expect(document.diagnostics.filter(({ severity }) => severity !== 'notice')).toEqual([])
    expect(document).toMatchObject({ isConformant: true, name })
    expect(parseSkillFile(join(root, name, 'SKILL.md'))).toMatchObject({ isValid: true, validationErrors: [] })
  })

  test.each(names)('%s has instructions of a length that a model can follow', (name) => {
    const lines = readText(name).split('\n').length
    expect(lines).toBeGreaterThanOrEqual(40)
    expect(lines).toBeLessThanOrEqual(150)
  })
})

describe('together they show what a skill can be', () => {
  test.each(['release-notes', 'csv-tools'])('%s has scripts', (name) => {
    expect(readdirSync(join(root, name, 'scripts'))).not.toEqual([])
  })

  test('sql-review has references', () => {
    expect(readdirSync(join(root, 'sql-review/references'))).not.toEqual([])
  })

  test('video-frames needs what most machines lack, and says how to get it', () => {
    const { requirements, install } = read('video-frames').traits
    expect(requirements.bins).toEqual(['ffmpeg', 'ffprobe'])
    expect(install.map(({ kind }) => kind)).toEqual(['brew', 'apt'])
  })

  test('apple-notes is for macOS only', () => {
    expect(read('apple-notes').traits.requirements.os).toEqual(['darwin'])
  })

  test('api-client needs variables, one of which is its credential', () => {
    expect(read('api-client').traits.requirements).toMatchObject({
      env: ['EXAMPLE_API_TOKEN', 'EXAMPLE_API_URL'],
      primaryEnv: 'EXAMPLE_API_TOKEN',
    })
  })

  test('dependency-check needs one of several', () => {
    expect(read('dependency-check').traits.requirements.anyBins).toEqual(['npm', 'pnpm', 'yarn', 'pip-audit'])
  })

  test('commit-message says when to use it and what to say', () => {
    expect(read('commit-message').traits).toMatchObject({
      whenToUse: expect.stringContaining('commit message'),
      argumentHint: '[why the change was made]',
    })
  })

  test('code-review asks for tools that need no prompt', () => {
    expect(read('code-review').traits.allowedTools).toEqual(['Read', 'Grep', 'Glob', 'Bash(git:*)'])
  })

  test.each(['protokoll', 'keigo-mail'])('%s is in another language', (name) => {
    expect(read(name).description).toMatch(/[äöüß぀-ヿ]/)
  })

  test('csv-tools brings tools whose scripts exist', () => {
    const { value, problems } = readYaml(readFileSync(join(root, 'csv-tools/tools.yaml'), 'utf8'))
    const { tools } = value as { tools: { name: string; run: string[]; category: string }[] }
    expect(problems).toEqual([])
    expect(tools.map(({ name }) => name)).toEqual(['csv_summary', 'csv_rows', 'csv_count'])
    for (const { run, category } of tools) {
      expect(existsSync((run[1] ?? '').replace('{skill}', join(root, 'csv-tools')))).toBe(true)
      expect(category).toBe('read')
    }
  })
})

describe.skipIf(!isInstalled('python3'))('the script of csv-tools', needs('python3'), () => {
  const file = join(scratch, 'orders.csv')
  writeFileSync(file, '\ufeffid;country;total\n1;PT;10.5\n2;PT;200\n3;DE;7\n4;DE;x;extra\n')

  test('finds out the delimiter and reports the row that does not fit', () => {
    const { status, answer } = ask('summary', { file })
    expect(status).toBe(0)
    expect(answer).toMatchObject({ delimiter: ';', rows: 4, oddRows: 1, problems: [{ row: 5 }] })
  })

  test('selects, sorts and says how many there are', () => {
    const { answer } = ask('rows', { file, where: [['total', '>', 8]], sort: '-total', columns: ['id'], limit: 1 })
    expect(answer).toEqual({ matched: 3, shown: 1, rows: [{ id: '4' }] })
  })

  test('computes by group, and counts what is no number', () => {
    const { answer } = ask('count', { file, by: ['country'], of: 'total', what: 'sum' })
    expect(answer).toEqual({
      rows: 4,
      groups: [
        { country: 'PT', rows: 2, sum: 210.5 },
        { country: 'DE', rows: 2, sum: 7 },
      ],
      notNumbers: 1,
    })
  })

  test('answers a wrong question with an error that names what there is', () => {
    const { status, answer } = ask('rows', { file, sort: 'price' })
    expect(status).toBe(1)
    expect(answer).toEqual({ error: "No column 'price'. There are: id, country, total" })
  })

  function ask(question: string, request: object): { status: number | null; answer: unknown } {
    const script = join(root, 'csv-tools/scripts/csv_tools.py')
    const { status, stdout } = spawnSync('python3', [script, question], {
      input: JSON.stringify(request),
      encoding: 'utf8',
    })
    return { status, answer: JSON.parse(stdout) }
  }
})

describe.skipIf(!isInstalled('git'))('the script of release-notes', () => {
  const repository = join(scratch, 'repository')
  const script = join(root, 'release-notes/scripts/collect-changes.mjs')

  test('groups the commits since the last tag and marks what breaks', () => {
    spawnSync('git', ['init', '--quiet', repository])
    for (const subject of ['chore: start', 'feat(cli): add export (#3)', 'fix!: refuse links']) {
      git('commit', '--quiet', '--allow-empty', '-m', subject)
      if (subject.startsWith('chore')) git('tag', 'v1.0.0')
    }
    const { stdout } = spawnSync(process.execPath, [script, '--repository', repository, '--json'], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({
      from: 'v1.0.0',
      groups: [
        { name: 'Breaking', commits: [{ subject: 'refuse links' }] },
        { name: 'Features', commits: [{ area: 'cli', issues: ['#3'] }] },
      ],
    })
  })

  test('takes no option of git for a reference', () => {
    const { status, stderr } = spawnSync(process.execPath, [script, '--from=--output=x'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain('Not a reference')
  })

  function git(...parameters: readonly string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
    spawnSync('git', ['-C', repository, ...identity, ...parameters])
  }
})

function readText(name: string): string {
  return readFileSync(join(root, name, 'SKILL.md'), 'utf8')
}

function read(name: string): Document {
  return parseSkill(readText(name), {
    directory: name,
    fileName: 'SKILL.md',
    readYaml,
    hasFile: (path) => existsSync(join(root, name, path)),
  })
}

function isInstalled(command: string): boolean {
  return spawnSync(command, ['--version']).status === 0
}
