/** Programs from the pages: compiled with the types of this package, and run in a home of their own. */

import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { readEntries } from '../support/public-exports.js'

export const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const fixtures = fileURLToPath(new URL('../fixtures/agent-libraries', import.meta.url))

/** The agent libraries are not installed here: these scripted ones stand in, and `compat/adapters` has the real ones. */
const LIBRARIES: Readonly<Record<string, string>> = {
  openai: 'openai',
  '@anthropic-ai/sdk': 'anthropic',
  ai: 'ai',
  '@ai-sdk/openai': 'ai-openai',
  langchain: 'langchain',
  '@langchain/openai': 'langchain-openai',
  '@mastra/core/agent': 'mastra-agent',
  '@openai/agents': 'openai-agents',
  '@google/genai': 'google-genai',
  '@google/adk': 'google-adk',
}

/** Libraries that pages name and no test here runs: what they export is not checked. */
const UNTYPED = ['@opentelemetry/sdk-node']

const FILES: ReadonlyMap<string, string> = new Map([
  ...readEntries(),
  ...Object.entries(LIBRARIES).map(([name, file]) => [name, join(fixtures, `${file}.ts`)] as const),
])

export interface Program {
  /** The page, and which of its programs. */
  readonly name: string
  readonly text: string
}

/** Every block of TypeScript that starts with an import: the others are parts of one. */
export function readPrograms(page: string): readonly Program[] {
  return readBlocks(page, 'ts')
    .filter((text) => text.startsWith('import '))
    .map((text, at) => ({ name: `${basename(page, '.md').toLowerCase()}-${at + 1}`, text }))
}

export function readBlocks(page: string, language: string): readonly string[] {
  const text = readFileSync(join(repository, page), 'utf8')
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  )
}

export function listGuides(): readonly string[] {
  const folder = 'docs/guides/adapters'
  return readdirSync(join(repository, folder))
    .filter((file) => file !== 'README.md')
    .map((file) => `${folder}/${file}`)
}

export interface Workshop {
  /** What the compiler says; empty if everything compiles. */
  compile(): Promise<string>
  /** Runs a program in a folder with this home, and returns what it prints. */
  run(program: Program, home: string): Promise<string>
  remove(): void
}

/** Below node_modules, so that packages are found from there. */
export function openWorkshop(programs: readonly Program[]): Workshop {
  const folder = join(repository, `node_modules/.cache/metier-guides-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  const paths = Object.fromEntries([...FILES].map(([name, file]) => [name, [file]]))
  const compilerOptions = { noEmit: true, types: ['node'], paths }
  const files = [...programs.map(({ name }) => `${name}.ts`), 'untyped.d.ts']
  const settings = { extends: join(repository, 'tsconfig.base.json'), compilerOptions, files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'untyped.d.ts'), UNTYPED.map((name) => `declare module '${name}'\n`).join(''))
  for (const { name, text } of programs) writeFileSync(join(folder, `${name}.ts`), text)
  return {
    compile: async () => {
      const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
      const checking = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false'])
      return (await checking.catch((failure: { readonly stdout: string }) => failure)).stdout
    },
    run: async ({ name }, home) => start(await bundle(folder, name), home),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function bundle(folder: string, name: string): Promise<string> {
  const outfile = join(folder, `${name}.js`)
  await build({
    entryPoints: [join(folder, `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    plugins: [
      {
        name: 'packages',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[@a-z]/ }, ({ path }) => {
            const file = FILES.get(path)
            return file === undefined ? { path, external: true } : { path: file }
          })
        },
      },
    ],
  })
  return outfile
}

/** stdout and stderr together: a warning is part of what a newcomer sees. */
function start(file: string, home: string): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: home, OPENAI_API_KEY: 'none' }
  const child = spawn(process.execPath, [file], { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`exit code ${code}: ${output}`))))
  })
}
