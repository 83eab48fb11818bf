/** The programs on the pages about libraries: taken from there, compiled with the real types, and run. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Launch } from './machine.js'

const here = dirname(fileURLToPath(import.meta.url))
const repository = join(here, '../../..')
const pages = join(repository, 'docs/guides/mcp-libraries')
const start = promisify(execFile)

export interface Program {
  /** The page. */
  readonly name: string
  readonly text: string
}

export async function readPrograms(): Promise<readonly Program[]> {
  const read = (await readdir(pages)).sort().map(async (file) => {
    const text = await readFile(join(pages, file), 'utf8')
    const blocks = [...text.matchAll(/^```ts\n(import [\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
    return blocks.map((block) => ({ name: file.slice(0, -'.md'.length), text: block }))
  })
  return (await Promise.all(read)).flat()
}

export interface Workshop {
  /** What the compiler says; nothing, if all is well. */
  compile(): Promise<string>
  /** What a program prints. Node runs TypeScript as it is. */
  run(program: Program, environment: Record<string, string>): Promise<string>
  remove(): Promise<void>
}

/** A folder beside the libraries, where programs find them, with a `metier` for the PATH. */
export async function openWorkshop(programs: readonly Program[], launch: Launch): Promise<Workshop> {
  const folder = await mkdtemp(join(here, '../.programs-'))
  const compilerOptions = { noEmit: true, types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] }
  const files = programs.map(({ name }) => `${name}.ts`)
  const settings = { extends: join(repository, 'tsconfig.base.json'), compilerOptions, files }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const { name, text } of programs) await writeFile(join(folder, `${name}.ts`), text)
  const [program = ''] = launch.args
  await writeFile(join(folder, 'metier'), `#!/bin/sh\nexec '${launch.command}' '${program}' "$@"\n`)
  await chmod(join(folder, 'metier'), 0o755)
  return {
    compile: async () => {
      const compiler = join(repository, 'node_modules/typescript/bin/tsc')
      const { stdout } = await start(process.execPath, [compiler, '-p', folder, '--pretty', 'false']).catch(
        (failure: { stdout: string }) => failure,
      )
      return stdout
    },
    run: async ({ name }, environment) => {
      const env = { ...launch.env, PATH: `${folder}:${launch.env.PATH}`, ...environment }
      const guard = join(repository, 'compat/adapters/support/loopback-only.mjs')
      const words = ['--import', guard, join(folder, `${name}.ts`)]
      const { stdout } = await start(process.execPath, words, { cwd: launch.cwd, env, timeout: 50_000 })
      return stdout
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
