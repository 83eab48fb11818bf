/** Programs that run in a process of their own: bundled from the sources as they are now, started with this Node. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary.js'

const HERE = dirname(fileURLToPath(import.meta.url))

/** Bundles a program whose imports are relative to this folder; the file to run. */
export async function bundleProgram(program: string): Promise<string> {
  const folder = temporaryFolder()
  const outfile = join(folder, 'program.mjs')
  const stdin = { contents: program, resolveDir: HERE, loader: 'ts' } as const
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', external: ['yaml'], logLevel: 'silent' })
  mkdirSync(join(folder, 'node_modules'))
  const yaml = dirname(createRequire(import.meta.url).resolve('yaml/package.json'))
  symlinkSync(yaml, join(folder, 'node_modules/yaml'))
  return outfile
}

export interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
}

/** A started program; its standard output is collected, what it says of errors is shown with it. */
export function startProgram(file: string, parameters: readonly string[], nodeOptions: readonly string[] = []) {
  const child = spawn(process.execPath, [...nodeOptions, file, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
  return { child, ended, says: (word: string) => waitForWord(child, () => output, word, ended) }
}

export async function runProgram(
  program: string,
  parameters: readonly string[] = [],
  nodeOptions: readonly string[] = [],
) {
  return startProgram(await bundleProgram(program), parameters, nodeOptions).ended
}

/** Resolves when the program has printed a word. */
function waitForWord(child: ChildProcess, output: () => string, word: string, ended: Promise<Ended>): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => output().includes(word) && resolve()
    child.stdout?.on('data', look)
    look()
    void ended.then((end) => reject(new Error(`it ended without saying ${word}: ${end.output}`)))
  })
}
