/** The programs on the pages about adapters: taken from there, compiled with the real types, and run. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { SkillManager } from 'metier'

const here = dirname(fileURLToPath(import.meta.url))
const repository = join(here, '../../..')
const source = join(repository, 'packages/metier/src')
const pages = join(repository, 'docs/guides/adapters')
const libraries = join(here, '..', process.env.METIER_COMPAT === 'newest' ? 'newest/node_modules' : 'node_modules')
const start = promisify(execFile)

export interface Program {
  /** The page, and which of its programs. */
  readonly name: string
  readonly text: string
}

/** Every block of TypeScript that starts with an import: the others are parts of one. */
export async function readPrograms(): Promise<readonly Program[]> {
  const files = (await readdir(pages)).filter((file) => file.endsWith('.md'))
  const read = files.map(async (file) => {
    const text = await readFile(join(pages, file), 'utf8')
    const blocks = [...text.matchAll(/^```ts\n(import [\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
    return blocks.map((block, index) => ({ name: `${file.slice(0, -'.md'.length)}-${index + 1}`, text: block }))
  })
  return (await Promise.all(read)).flat()
}

export interface Workshop {
  /** What the compiler says; nothing, if all is well. */
  compile(): Promise<string>
  /** What a program prints. */
  run(program: Program, environment: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** A folder beside the libraries, where programs find them. */
export async function openWorkshop(programs: readonly Program[]): Promise<Workshop> {
  const folder = await mkdtemp(join(libraries, '.programs-'))
  const home = await mkdtemp(join(tmpdir(), 'metier-home-'))
  const skill = join(home, '.agents/skills/greeter')
  await mkdir(skill, { recursive: true })
  await writeFile(join(skill, 'SKILL.md'), '---\nname: greeter\ndescription: Greets people\n---\n\nSay hello.\n')
  const greet = { name: 'greet', description: 'Greets', run: ['printf', 'Greetings from a script'], category: 'read' }
  await writeFile(join(skill, 'tools.yaml'), JSON.stringify({ tools: [greet] }))
  const manager = await SkillManager.open({ home, workdir: home, index: false })
  await manager.approve('greeter')
  await manager.close()
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration(folder, programs)))
  for (const { name, text } of programs) await writeFile(join(folder, `${name}.ts`), text)
  return {
    compile: async () => {
      const compiler = join(repository, 'node_modules/typescript/bin/tsc')
      const { stdout } = await start(process.execPath, [compiler, '-p', folder, '--pretty', 'false']).catch(
        (failure: { stdout: string }) => failure,
      )
      return stdout
    },
    run: async ({ name }, environment) => {
      const file = await bundle(folder, name)
      const env = { PATH: process.env.PATH, HOME: home, ...environment }
      const { stdout } = await start(process.execPath, ['--import', join(here, 'loopback-only.mjs'), file], {
        cwd: home,
        env,
      })
      return stdout
    },
    remove: async () => {
      await rm(folder, { recursive: true, force: true })
      await rm(home, { recursive: true, force: true })
    },
  }
}

function entryFile(name: string): string {
  return join(source, `${name === 'metier' ? 'index' : name.slice('metier/'.length)}.ts`)
}

function configuration(folder: string, programs: readonly Program[]): object {
  return {
    extends: join(repository, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      types: ['node'],
      typeRoots: [join(repository, 'node_modules/@types')],
      paths: { metier: [`${source}/index.ts`], 'metier/*': [`${source}/*.ts`] },
    },
    files: programs.map(({ name }) => join(folder, `${name}.ts`)),
  }
}

/** With Metier from its source, and everything else as it is installed. */
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
        name: 'libraries-stay-outside',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^metier(\/|$)/ }, ({ path }) => ({ path: entryFile(path) }))
          onResolve({ filter: /^[@a-z]/ }, ({ path }) => ({ path, external: true }))
        },
      },
    ],
  })
  return outfile
}
