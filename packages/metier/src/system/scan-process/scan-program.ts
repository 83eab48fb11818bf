/** Starts the process that scans: a Node of its own with our program, a bounded heap, and nothing of this process. */

import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SCAN_MEGABYTES } from '../../gate/limits.js'
import { compileCacheFolder } from '../fast/compiled-code.js'

export interface ScanProcess {
  readonly child: ChildProcess
  readonly input: Socket
  readonly output: Socket
  /** Every handle that would keep this process alive. */
  readonly handles: readonly Pick<ChildProcess, 'ref' | 'unref'>[]
}

export type ScanStart =
  | { readonly ok: true; readonly scanner: ScanProcess }
  /** Why there is none, and what to do about it. */
  | { readonly ok: false; readonly because: string }

const NO_PROGRAM =
  'its program scan-child.js is not beside this code: keep metier out of your bundle, or name the file in METIER_SCANNER'
const ONE_EXECUTABLE = 'a program packed into one executable has no Node to start: keep metier and Node beside it'

export function startScanProcess(): ScanStart {
  const program = findProgram()
  if (program === undefined) return { ok: false, because: NO_PROGRAM }
  if (isPacked()) return { ok: false, because: ONE_EXECUTABLE }
  try {
    const child = process
      .getBuiltinModule('node:child_process')
      .spawn(process.execPath, [`--max-old-space-size=${SCAN_MEGABYTES}`, program], {
        env: environment(),
        // The fourth is the lifeline: the child ends when it closes.
        stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
        windowsHide: true,
      })
    return toScanProcess(child)
  } catch (error) {
    return { ok: false, because: `no process could be started: ${error instanceof Error ? error.message : error}` }
  }
}

/** With too many files open, a child has no pipes. */
function toScanProcess(child: ChildProcess): ScanStart {
  const [input, output, , lifeline] = child.stdio as (Socket | null | undefined)[]
  const pipes = [input, output, lifeline]
  // Whoever waits for a scan listens to its end; a pipe that breaks meanwhile is part of that.
  for (const emitter of [child, ...pipes]) emitter?.on('error', () => undefined)
  if (!input || !output || !lifeline) return { ok: false, because: 'no process could be started' }
  return { ok: true, scanner: { child, input, output, handles: [child, input, output, lifeline] } }
}

/** Beside the file that this is part of once it is built; an application bundled into one file names it. */
function findProgram(): string | undefined {
  const named = process.env.METIER_SCANNER
  if (named !== undefined && named !== '') return named
  if (!URL.canParse('./scan-child.js', import.meta.url)) return undefined
  const file = fileURLToPath(new URL('./scan-child.js', import.meta.url))
  return existsSync(file) ? file : undefined
}

/** Then `process.execPath` would start the application once more. */
function isPacked(): boolean {
  const sea = process.getBuiltinModule('node:sea') as { readonly isSea?: () => boolean } | undefined
  return sea?.isSea?.() ?? false
}

/** The child gets nothing of the environment that it has no use for. */
function environment(): Record<string, string> {
  const compiled = compileCacheFolder()
  const { SystemRoot } = process.env
  return {
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
    ...(SystemRoot !== undefined && { SystemRoot }),
    ...('electron' in process.versions && { ELECTRON_RUN_AS_NODE: '1' }),
  }
}
