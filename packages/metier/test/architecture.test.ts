/** Holds the tree and its directions: first that a fault of each kind would be seen, then that there is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findOpenFences } from './architecture/fences.js'
import type { SourceFile } from './architecture/read-module.js'
import { type Fault, FOLDERS, findFaults, type Rule } from './architecture/rules.js'

const source = join(dirname(fileURLToPath(import.meta.url)), '../src')

describe('a planted fault is reported with its file and line', () => {
  const planted: readonly [string, Rule, SourceFile, number][] = [
    ['an import from a folder below', 'direction', at('skill/a.ts', "import { b } from '../registry/b.js'\nb()"), 1],
    ['a type from a folder below', 'direction', at('gate/a.ts', "\nimport type { B } from '../store/b.js'"), 2],
    ['a type written in place', 'direction', at('gate/a.ts', "type B = import('../store/b.js').B"), 1],
    ['an import() from a folder below', 'direction', at('system/a.ts', "await import('../cli/main.js')"), 1],
    ['an import() of a template', 'direction', at('system/a.ts', 'await import(`../cli/main.js`)'), 1],
    ['a re-export from a folder below', 'direction', at('skill/a.ts', "export { b } from '../gate/b.js'"), 1],
    ['adapters that know mcp', 'direction', at('mcp/a.ts', "import '../adapters/openai.js'"), 1],
    ['a dashboard that knows mcp', 'direction', at('dashboard/a.ts', "import '../mcp/server.js'"), 1],
    ['a stage that imports an entry file', 'direction', at('store/a.ts', "import '../index.js'"), 1],
    ['a library that knows its command line', 'direction', at('index.ts', "import './cli/main.js'"), 1],
    ['an import of the package by its own name', 'direction', at('cli/a.ts', "import 'metier'"), 1],
    ['an import from outside src', 'direction', at('cli/a.ts', "import '../../test/fixtures/a.js'"), 1],
    ['a schema outside of the command line', 'direction', at('store/a.ts', "import '../../schemas/a.schema.json'"), 1],
    ['an import that is computed', 'direction', at('cli/a.ts', 'const a = process.argv[2]\nawait import(a)'), 2],
    ['a folder without a place in the tree', 'direction', at('helpers/a.ts', 'export const a = 1'), 1],
    ['a Node module in a pure folder', 'purity', at('skill/a.ts', "import { join } from 'node:path'"), 1],
    ['a Node module without its scheme', 'purity', at('skill/a.ts', "import { join } from 'path'"), 1],
    ['process in a pure folder', 'purity', at('eligibility/a.ts', 'export const os = process.platform'), 1],
    ['the clock in a pure folder', 'purity', at('gate/a.ts', 'export const now = () => Date.now()'), 1],
    ['a new Date in a pure folder', 'purity', at('gate/rules/a.ts', 'export const now = () => new Date()'), 1],
    ['fetch in a pure folder', 'purity', at('gate/a.ts', "export const a = () => fetch('https://example.com')"), 1],
    ['a timer in a pure folder', 'purity', at('gate/a.ts', 'setTimeout(() => 1, 1)'), 1],
    ['a detour through globalThis', 'purity', at('skill/a.ts', 'export const os = globalThis.process.platform'), 1],
    ['a process started', 'reach', at('sources/a.ts', "import { spawn } from 'node:child_process'"), 1],
    ['a process started by import()', 'reach', at('cli/a.ts', "await import('node:child_process')"), 1],
    ['a module by createRequire', 'reach', at('store/a.ts', requiring("load('node:child_process')")), 3],
    ['a module by getBuiltinModule', 'reach', at('store/a.ts', "process.getBuiltinModule('net')"), 1],
    ['a thread started', 'reach', at('manager/a.ts', "import { Worker } from 'node:worker_threads'"), 1],
    ['fetch', 'reach', at('sources/a.ts', "await fetch('https://example.com')"), 1],
    ['a detour to fetch', 'reach', at('sources/a.ts', "await globalThis['fetch']('https://example.com')"), 1],
    ['a socket', 'reach', at('mcp/a.ts', "import { connect } from 'node:net'"), 1],
    ['process.env', 'reach', at('manager/a.ts', 'export const home = process.env.HOME'), 1],
    ['process.env by a string', 'reach', at('manager/a.ts', "export const home = process['env']"), 1],
    ['process.env by destructuring', 'reach', at('manager/a.ts', 'const { env } = process\nexport { env }'), 1],
    ['process.env by import', 'reach', at('manager/a.ts', "import { env } from 'node:process'"), 1],
    ['process.env at the command line', 'reach', at('cli/a.ts', 'export const home = process.env.HOME'), 1],
    ['a file read by a tool', 'reach', at('tools/a.ts', "import { readFile } from 'node:fs/promises'"), 1],
    ['yaml outside system', 'owner', at('registry/a.ts', "import { parse } from 'yaml'"), 1],
    ['yaml by createRequire', 'owner', at('registry/a.ts', requiring("load.resolve('yaml')")), 3],
    ['a path inside a package', 'owner', at('cli/a.ts', "import '@modelcontextprotocol/server/stdio'"), 1],
    ['a package nobody owns', 'owner', at('system/a.ts', "import chalk from 'chalk'"), 1],
    ['export *', 'star_export', at('index.ts', "\n\nexport * from './skill/parse.js'"), 3],
    ['export * as', 'star_export', at('tools/a.ts', "export * as parsing from '../skill/parse.js'"), 1],
    ['a print outside cli', 'printing', at('registry/a.ts', "console.warn('odd')"), 1],
    ['a write to stdout outside cli', 'printing', at('mcp/a.ts', "process.stdout.write('odd')"), 1],
    ['an exit outside cli', 'printing', at('manager/a.ts', '\nprocess.exit(1)'), 2],
    ['an exit code outside cli', 'printing', at('manager/a.ts', 'process.exitCode = 1'), 1],
    ['a type named by a participle', 'type_name', at('store/a.ts', '\nexport interface Admitted {}'), 2],
    ['a type named by a gerund', 'type_name', at('store/a.ts', 'export type YamlReading = 1'), 1],
    ['a file of 301 lines', 'length', at('store/a.ts', 'export {}\n'.repeat(301)), 301],
  ]

  test.each(planted)('%s (%s)', (_, rule, file, line) => {
    expect(findFaults([file])).toContainEqual(expect.objectContaining({ rule, path: file.path, line }))
  })

  test('folders that need each other (folder_cycle)', () => {
    const files = [
      at('sources/a.ts', "import '../system/a.js'"),
      at('system/a.ts', "import '../gate/a.js'"),
      at('gate/a.ts', "import '../sources/a.js'"),
    ]
    const cycle = findFaults(files).filter(({ rule }) => rule === 'folder_cycle')
    expect(cycle.map(({ path }) => path).sort()).toEqual(['gate', 'sources', 'system'])
  })

  test('a folder of 21 files (crowded_folder)', () => {
    const files = Array.from({ length: 21 }, (_, index) => at(`store/a${index}.ts`, 'export {}'))
    expect(findFaults(files)).toMatchObject([{ rule: 'crowded_folder', path: 'store' }])
    expect(findFaults(files.slice(1))).toEqual([])
  })

  test('two exported types of one name (type_name)', () => {
    const files = [at('store/a.ts', 'export type A = 1'), at('gate/b.ts', '\nexport interface A {}')]
    expect(findFaults(files)).toMatchObject([{ rule: 'type_name', path: 'gate/b.ts', line: 2 }])
  })

  test('every kind of fault is planted', () => {
    const kinds: Record<Rule, true> = {
      direction: true,
      purity: true,
      reach: true,
      owner: true,
      star_export: true,
      printing: true,
      length: true,
      folder_cycle: true,
      crowded_folder: true,
      type_name: true,
    }
    const apart: readonly Rule[] = ['folder_cycle', 'crowded_folder']
    expect(new Set([...planted.map(([, rule]) => rule), ...apart])).toEqual(new Set(Object.keys(kinds)))
  })
})

describe('what only looks like a fault is not reported', () => {
  const harmless: readonly [string, SourceFile][] = [
    ['an import in a comment', at('skill/a.ts', "// import '../cli/main.js'\n/* await import('node:fs') */")],
    ['an import in a string', at('skill/a.ts', 'export const a = "import \'node:fs\'; process.env; export * from"')],
    ['a global in a template', at('gate/a.ts', 'export const a = `fetch(Date.now())`')],
    ['a member with the name of a global', at('gate/a.ts', 'export const a = (b: { fetch: 1 }) => b.fetch')],
    ['a key with the name of a global', at('gate/a.ts', 'export const a = { process: 1, Date: 2 }')],
    ['a parameter with the name of a global', at('gate/a.ts', 'export const a = (fetch: () => void) => fetch()')],
    ['a destructured parameter', at('gate/a.ts', 'export const a = ({ process }: { process: 1 }) => process')],
    ['a type with the name of a global', at('gate/a.ts', 'export type A = (now: Date) => typeof fetch')],
    ['an import of the folder above', at('gate/a.ts', "import { b } from '../skill/b.js'\nb()")],
    ['an import inside a folder', at('gate/rules/a.ts', "import { b } from '../scan.js'\nb()")],
    ['the command line starting a server', at('cli/commands/mcp.ts', "await import('../../mcp/server.js')")],
    ['the command line exiting', at('cli/main.ts', "console.log('done')\nprocess.exitCode = 0")],
    ['system reading the environment', at('system/environment.ts', 'export const a = () => ({ ...process.env })')],
    ['system loading yaml', at('system/yaml.ts', "export const a = () => import('yaml')")],
    ['the platform outside the pure folders', at('registry/a.ts', 'export const a = process.platform')],
    ['a server that listens', at('mcp/http.ts', "import { createServer } from 'node:http'\ncreateServer()")],
    ['an entry file that re-exports', at('index.ts', "export { parseSkill } from './skill/parse.js'")],
    ['a type that is a noun', at('gate/finding.ts', 'export interface Finding {}')],
    ['a file of 300 lines', at('store/a.ts', 'export {}\n'.repeat(300))],
  ]

  test.each(harmless)('%s', (_, file) => {
    expect(findFaults([file])).toEqual([])
  })
})

test('a second way into a fast folder is reported, and a way inside of it is not', () => {
  const entry = at('a.ts', "import './registry/fast/skim.js'")
  const inside = at('registry/fast/skim.ts', "import './pattern.js'")
  const second = at('registry/b.ts', "import type { P } from './fast/pattern.js'")
  expect(findOpenFences([entry, inside])).toEqual([])
  expect(findOpenFences([entry, inside, second])).toEqual([
    'registry/fast/ is entered through registry/fast/pattern.js and registry/fast/skim.js',
  ])
})

describe('the source tree', () => {
  const files = readSources()

  test('has files in it', () => {
    expect(existsSync(join(source, 'skill'))).toBe(true)
    expect(files.length).toBeGreaterThan(0)
    expect(FOLDERS[0]).toBe('skill')
  })

  test('keeps every rule', () => {
    expect(findFaults(files).map(describeFault)).toEqual([])
    expect(findOpenFences(files)).toEqual([])
  })
})

function at(path: string, text: string): SourceFile {
  return { path, text }
}

function requiring(call: string): string {
  return `import { createRequire } from 'node:module'\nconst load = createRequire(import.meta.url)\n${call}`
}

function readSources(): readonly SourceFile[] {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => at(relative(source, path).split(sep).join('/'), readFileSync(path, 'utf8')))
}

function describeFault({ rule, path, line, message }: Fault): string {
  return `${path}:${line} ${message} (${rule})`
}
