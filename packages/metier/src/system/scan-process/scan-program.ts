/** Starts the scan process: a separate Node running our program, with a limited heap and nothing from this process. */

import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { SCAN_MEGABYTES } from '../../gate/limits.js'
import { compiledFolder } from '../files/paths.js'
import { WATCHED } from './scan-wire.js'

export interface ScanProcess {
  readonly child: ChildProcess
  readonly input: Socket
  readonly output: Socket
  /** All handles that would keep this process alive. */
  readonly handles: readonly Pick<ChildProcess, 'ref' | 'unref'>[]
}

export type ScanStart =
  | { readonly ok: true; readonly scanner: ScanProcess }
  /** The reason, and what to do about it. */
  | { readonly ok: false; readonly because: string }

const NO_PROGRAM =
  'scan-child.js is not next to the metier bundle: exclude metier from your bundle, or set METIER_SCANNER to the path of scan-child.js'
const ONE_EXECUTABLE = 'a single-executable application has no separate Node to start: ship metier and Node next to it'

/** Node starts a script sooner than a module. */
const PROGRAMS = ['scan-child.cjs', 'scan-child.js']

export function startScanProcess(): ScanStart {
  const program = findScanProgram()
  if (program === undefined) return { ok: false, because: NO_PROGRAM }
  if (isPacked()) return { ok: false, because: ONE_EXECUTABLE }
  try {
    const [file, ...words] = commandOf(program)
    const child = process.getBuiltinModule('node:child_process').spawn(file, words, {
      env: environment(),
      // The fourth is the lifeline: the child exits when it closes.
      stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
      // A group of its own, which its watch ends as a whole.
      detached: hasShell(),
      windowsHide: true,
    })
    return toScanProcess(child)
  } catch (error) {
    return { ok: false, because: `could not start the scan process: ${error instanceof Error ? error.message : error}` }
  }
}

const SHELL = '/bin/sh'

/**
 * The shell becomes Node, and a copy of it waits for the end of the lifeline to kill the group: a hanging scan must not outlive the
 * process that requested it. The id of the group stays taken for as long as the copy is in it.
 */
const WATCH = '{ read -r _; kill -9 -$$; } <&3 >/dev/null 2>&1 & exec "$@" 3<&-'

/** Without a shell, the program watches the lifeline itself, in a thread: that takes most of another start of Node. */
function commandOf(program: string): readonly [string, ...string[]] {
  const node = [process.execPath, `--max-old-space-size=${SCAN_MEGABYTES}`, program, compiledFolder() ?? ''] as const
  return hasShell() ? [SHELL, '-c', WATCH, 'metier', ...node, WATCHED] : [...node]
}

function hasShell(): boolean {
  return process.platform !== 'win32' && existsSync(SHELL)
}

/** With too many open files, a child has no pipes. */
function toScanProcess(child: ChildProcess): ScanStart {
  const [input, output, , lifeline] = child.stdio as (Socket | null | undefined)[]
  const pipes = [input, output, lifeline]
  // The caller listens for the end of the scan; a broken pipe is part of that.
  for (const emitter of [child, ...pipes]) emitter?.on('error', () => undefined)
  if (!input || !output || !lifeline) return { ok: false, because: 'could not start the scan process' }
  // Ends the watch, which would keep it open.
  child.once('exit', () => lifeline.destroy())
  return { ok: true, scanner: { child, input, output, handles: [child, input, output, lifeline] } }
}

/** Next to the built library, of which the command line is a subdirectory; an application bundled into one file sets its path. */
export function findScanProgram(): string | undefined {
  const named = process.env.METIER_SCANNER
  if (named !== undefined && named !== '') return named
  const here: string | undefined = import.meta.dirname
  // In an application's bundle, nothing is known of the file's place.
  if (here === undefined) return undefined
  return [here, dirname(here)]
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
}

/** In a single executable, `process.execPath` would start the application again. */
function isPacked(): boolean {
  const sea = process.getBuiltinModule('node:sea') as { readonly isSea?: () => boolean } | undefined
  return sea?.isSea?.() ?? false
}

/** The child gets only the variables it needs. */
function environment(): Record<string, string> {
  const { SystemRoot } = process.env
  return {
    ...(SystemRoot !== undefined && { SystemRoot }),
    ...('electron' in process.versions && { ELECTRON_RUN_AS_NODE: '1' }),
  }
}
