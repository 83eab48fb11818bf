/** The command line as its users run it: bundled as it is published, in a process of its own, in a home of its own. */

import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

/** A busy disk may need more than the usual ten seconds. */
const HOOK_MILLISECONDS = 60_000

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export interface Machine {
  /** The bundled entry file. */
  readonly main: string
  readonly home: string
  readonly project: string
  /** The only folder on PATH. */
  readonly bin: string
  readonly variables: Readonly<Record<string, string>>
}

/** Bundles the command line once for a test file, and removes it afterwards. */
export function useMetier(): { create(files?: Readonly<Record<string, string>>): Machine } {
  const folder = mkdtempSync(join(tmpdir(), 'metier-cli-'))
  let machines = 0
  beforeAll(async () => {
    copyFileSync(join(packageFolder, 'package.json'), join(folder, 'package.json'))
    symlinkSync(join(packageFolder, '../../node_modules'), join(folder, 'node_modules'))
    await build({
      entryPoints: [
        { in: join(packageFolder, 'src/cli/main.ts'), out: 'main' },
        { in: join(packageFolder, 'src/system/scan-process/scan-child.ts'), out: 'scan-child' },
      ],
      outdir: join(folder, 'dist/cli'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      logLevel: 'error',
    })
  }, HOOK_MILLISECONDS)
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
      return { main: join(folder, 'dist/cli/main.js'), home, project, bin, variables }
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

/** Runs `metier` in the project's folder until it ends. */
export function runMetier(machine: Machine, ...words: readonly string[]): Promise<Ending> {
  return runProgram(machine, process.execPath, [machine.main, ...words])
}

/** The one document that `--json` prints. */
export async function runJson(machine: Machine, ...words: readonly string[]): Promise<unknown> {
  return JSON.parse((await runMetier(machine, ...words, '--json')).stdout)
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
