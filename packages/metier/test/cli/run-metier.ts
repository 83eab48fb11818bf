/** The command line in a home of its own: called in this process, or started as its users start it. */

import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, inject } from 'vitest'
import { run } from '../../src/cli/run.js'
import type { CommandIo } from '../../src/cli/terminal/command-io.js'

/** A busy disk may need more than the usual ten seconds. */
const HOOK_MILLISECONDS = 60_000

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Machine {
  /** The built entry file. */
  readonly main: string
  readonly home: string
  readonly project: string
  /** The only folder on PATH. */
  readonly bin: string
  readonly variables: Readonly<Record<string, string>>
}

/** Machines of a test file, removed after its last test. */
export function useMetier(): { create(files?: Readonly<Record<string, string>>): Machine } {
  const folder = mkdtempSync(join(tmpdir(), 'metier-cli-'))
  let machines = 0
  afterAll(() => rm(folder, { recursive: true, force: true }), HOOK_MILLISECONDS)
  return {
    create(files = {}) {
      const place = join(folder, `machine-${machines++}`)
      const [home, project, bin] = ['home', 'project', 'bin'].map((name) => join(place, name)) as [
        string,
        string,
        string,
      ]
      for (const path of [home, project, bin]) mkdirSync(path, { recursive: true })
      for (const [path, text] of Object.entries(files)) writeText(join(project, path), text)
      const variables = { HOME: home, XDG_CACHE_HOME: join(place, 'cache'), PATH: bin }
      return { main: inject('main'), home, project, bin, variables }
    },
  }
}

export function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Puts a program on a machine's PATH. */
export function installProgram(machine: Machine, name: string): void {
  const path = join(machine.bin, name)
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
}

/** Puts the built `metier` on a machine's PATH. */
export function installMetier({ bin, main }: Machine): void {
  const path = join(bin, 'metier')
  writeText(path, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`)
  chmodSync(path, 0o755)
}

/** Runs `metier` in the project's folder, in this process. */
export async function runMetier(machine: Machine, ...words: readonly string[]): Promise<Ending> {
  let stdout = ''
  let stderr = ''
  const code = await runHere(machine, words, {
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signal: new AbortController().signal,
  })
  return { code, signal: null, stdout, stderr }
}

/** The one document that `--json` prints. */
export async function runJson(machine: Machine, ...words: readonly string[]): Promise<unknown> {
  return JSON.parse((await runMetier(machine, ...words, '--json')).stdout)
}

type TestIo = Omit<CommandIo, 'workdir' | 'interrupt'>

let turn: Promise<unknown> = Promise.resolve()

/** One call after the other, because the variables are those of the whole process. */
export function runHere(machine: Machine, words: readonly string[], io: TestIo): Promise<number> {
  const ended = turn.then(async () => {
    const restore = becomeProcessOf(machine, words)
    try {
      return await run(words, { ...io, workdir: machine.project, interrupt: () => undefined })
    } finally {
      restore()
    }
  })
  turn = ended.catch(() => undefined)
  return ended
}

/** Gives this process the variables and words that one on the machine would have. */
function becomeProcessOf({ main, variables }: Machine, words: readonly string[]): () => void {
  const { argv } = process
  const { METIER_SCANNER = '', ...others } = process.env
  process.argv = [process.execPath, main, ...words]
  replaceVariables({ ...variables, METIER_SCANNER })
  return () => {
    process.argv = argv
    replaceVariables({ ...others, METIER_SCANNER })
  }
}

function replaceVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
  Object.assign(process.env, variables)
}

/** Starts the built `metier` in the project's folder, and waits until it ends. */
export function runBuilt(machine: Machine, ...words: readonly string[]): Promise<Ending> {
  return runProgram(machine, process.execPath, [machine.main, ...words])
}

export function runProgram(machine: Machine, program: string, words: readonly string[]): Promise<Ending> {
  const child = spawn(program, words, {
    cwd: machine.project,
    env: machine.variables,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}

const NEEDS_TOOL =
  'metadata:\n  openclaw:\n    emoji: "🔧"\n    requires: { bins: [no-such-tool] }\n    install:\n      - { id: brew, kind: brew, formula: no-such-tool, label: Install it }\n'

/** A skill that can be used, and one that lacks a program, in the project. */
export function plainAndNeedy(): Readonly<Record<string, string>> {
  return {
    '.agents/skills/plain/SKILL.md': skillText('plain', 'Does plain things'),
    '.agents/skills/needy/SKILL.md': skillText('needy', 'Needs a tool', NEEDS_TOOL),
  }
}

/** A SKILL.md with nothing wrong about it. */
export function skillText(name: string, description: string, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\nDo it.\n`
}
