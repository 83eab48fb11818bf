/** Packs the built package, and compiles the host programs against it as a strict project would. */

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../../support/temporary.js'
import { namedSkills } from './scene.js'
import { TYPED_STATEMENTS } from './typed-statements.js'

const here = dirname(fileURLToPath(import.meta.url))
const packageFolder = join(here, '../../..')
const repository = join(packageFolder, '../..')
const PROGRAMS = readdirSync(join(here, 'programs'))

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
}

const MISTAKE = 'mistake.ts'
const UTF8 = { encoding: 'utf8' } as const

let project = ''
let errors: ReadonlyMap<string, readonly string[]> = new Map()

beforeAll(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'metier-host-')))
  await installPackage()
  for (const name of PROGRAMS) writeFileSync(join(project, name), withPackageNames(readProgram(name)))
  for (const [index, { program }] of TYPED_STATEMENTS.entries()) writeFileSync(join(project, fileOf(index)), program)
  writeFileSync(
    join(project, MISTAKE),
    "import { parseSkillFile } from 'metier'\nexport const mistake: 1 = parseSkillFile",
  )
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }),
  )
  errors = compile()
}, 240_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Puts the packed package where npm would put it, which needs no other, with Node's types beside it. */
async function installPackage(): Promise<void> {
  const { ensureBuilt } = await import(pathToFileURL(join(repository, 'scripts/lib/built.mjs')).href)
  expect(await ensureBuilt()).toMatchObject({ ok: true })
  const options = { cwd: packageFolder, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], options)
  const [{ filename }] = JSON.parse(packed)
  execFileSync('tar', ['-xzf', filename], { cwd: project })
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true })
  cpSync(join(project, 'package'), join(project, 'node_modules/metier'), { recursive: true })
  rmSync(join(project, 'package'), { recursive: true })
  linkDependency('@types/node')
}

function linkDependency(name: string): void {
  const place = join(project, 'node_modules', name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(repository, 'node_modules', name), place, 'junction')
}

function readProgram(name: string): string {
  return readFileSync(join(here, 'programs', name), 'utf8')
}

/** The program as a host has it: the entry files under the names that the package gives them. */
function withPackageNames(program: string): string {
  return program
    .replaceAll("'../../../../src/index.js'", "'metier'")
    .replaceAll("'../../../../src/tools.js'", "'metier/tools'")
    .replaceAll("'../../../../src/workspace.js'", "'metier/workspace'")
}

function fileOf(index: number): string {
  return `statement-${index}.ts`
}

/** What the compiler says, by file; what it says of no file of the project is under `package`. */
function compile(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const line of runCompiler().split('\n')) {
    const [, file = 'package'] = /^([^/(]+\.ts)\(\d/.exec(line) ?? []
    if (/error TS\d+/.test(line)) found.set(file, [...(found.get(file) ?? []), line])
  }
  return found
}

function runCompiler(): string {
  const manifest = JSON.parse(readFileSync(join(repository, 'node_modules/typescript/package.json'), 'utf8'))
  const compiler = join(repository, 'node_modules/typescript', manifest.bin.tsc)
  try {
    return execFileSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: project, encoding: 'utf8' })
  } catch (error) {
    if (error instanceof Error && 'stdout' in error) return String(error.stdout)
    throw error
  }
}

test('a mistake in a program is found', () => {
  expect(errors.get(MISTAKE)).toMatchObject([expect.stringContaining('TS2322')])
})

test('the published declarations have no errors of their own', () => {
  expect(errors.get('package') ?? []).toEqual([])
})

for (const name of PROGRAMS) {
  test(`programs/${name} imports the package by its names alone, and compiles`, () => {
    const imported = [...withPackageNames(readProgram(name)).matchAll(/from '([^']+)'/g)].map(([, from]) => from)
    expect(imported.length).toBeGreaterThan(0)
    for (const from of imported) expect(['metier', 'metier/tools', 'metier/workspace']).toContain(from)
    expect(errors.get(name) ?? []).toEqual([])
  })
}

for (const [index, { name }] of TYPED_STATEMENTS.entries()) {
  test(name, () => {
    expect(errors.get(fileOf(index)) ?? []).toEqual([])
  })
}

const FIRST_ERROR = `
import { SkillManager } from 'metier'
import { SkillTool } from 'metier/tools'
const [home, workdir] = process.argv.slice(2)
const tool = new SkillTool(await SkillManager.open({ home, workdir, index: false }))
const started = performance.now()
const { error } = await tool.execute({ skill_name: 'absent' }, { workdir })
console.log(JSON.stringify({ error, time: performance.now() - started }))
`

test('W-38: in a new process the first error over 1,000 skills takes less than 10 ms', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `skill-${index}`)
  const home = memoryFolder(namedSkills(...names))
  const program = join(project, 'first-error.mjs')
  writeFileSync(program, FIRST_ERROR)
  const runs = Array.from({ length: 5 }, () =>
    JSON.parse(execFileSync(process.execPath, [program, home, project], UTF8)),
  )
  expect(runs[0]?.error).toMatch(/^Skill 'absent' not found\.\n\nAvailable skills:\n- skill-0: /)
  expect(Math.min(...runs.map(({ time }) => time))).toBeLessThan(10)
})
