/** Finds scripts of a tools file that the system would refuse to start, although they are there. */

import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathInSkill } from '../../skill/command/tool-command.js'
import { DIAGNOSTICS, type Diagnostic } from '../../skill/diagnostic.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { ToolsReview } from './review-tools.js'

/** Only warnings: an author on Windows has neither problem. */
export function explainUnstartable({ programs }: ToolsReview): readonly Diagnostic[] {
  return programs.flatMap(({ program, file, line, column }) => {
    const path = /[/\\]/.test(program) ? pathInSkill(program) : undefined
    const found = path === undefined ? undefined : judge(join(dirname(file), path), program)
    if (found === undefined) return []
    const code = 'tool_script_unstartable'
    return [{ code, severity: DIAGNOSTICS[code].severity, ...found, file, line, column }]
  })
}

function judge(path: string, program: string): Pick<Diagnostic, 'message' | 'suggestion'> | undefined {
  const start = readStart(path)
  if (start === undefined) return undefined
  if (!start.isExecutable) {
    return { message: `'${program}' is not executable`, suggestion: `Run: chmod +x ${quoteForShell(path)}` }
  }
  if (!/^#![^\n]*\r\n/.test(start.text)) return undefined
  const message = `the first line of '${program}' ends with a Windows line ending, so its interpreter is not found`
  return { message, suggestion: 'Save the script with LF line endings' }
}

interface FileStart {
  readonly isExecutable: boolean
  readonly text: string
}

const MOST_BYTES = 256

/** Undefined if it cannot be read, which other diagnostics report, or if the system has no such permission. */
function readStart(path: string): FileStart | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const bytes = Buffer.alloc(MOST_BYTES)
    const { mode } = statSync(path)
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return { isExecutable: (mode & 0o111) !== 0, text: bytes.toString('latin1', 0, readSync(handle, bytes)) }
    } finally {
      closeSync(handle)
    }
  } catch {
    return undefined
  }
}
