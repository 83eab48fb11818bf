/** Values that go from one script of a skill to another: by a name, by an import, by a file between them. */

import type { Segment } from '../text/segment.js'
import type { FileTable } from './files.js'
import type { Flow } from './flow.js'
import { type FollowedLines, followLines } from './languages/follow-lines.js'
import { followShell, type ParseShell } from './shell/shell.js'
import { createShellState, type ShellState } from './shell/shell-state.js'

/** A script and its path. */
export interface PlacedScript {
  readonly segment: Segment
  readonly path: string
}

export interface FollowedShell extends PlacedScript {
  readonly state: ShellState
}

/** Among more scripts than that, nothing is compared. */
export const MOST_COMPARED = 50

/** Whether a script names another one, so that values may flow between them. */
export function nameEachOther(scripts: readonly PlacedScript[]): boolean {
  if (scripts.length > MOST_COMPARED) return true
  const names = scripts.map(({ path }) => nameOf(path))
  return scripts.some(({ segment }, at) => names.some((name, other) => other !== at && segment.text.includes(name)))
}

/** Scripts that name one another are followed as one; the others alone. */
export function followLineScripts(scripts: readonly PlacedScript[], files: FileTable): readonly FollowedLines[] {
  const tied = scripts.length > MOST_COMPARED ? [] : scripts.filter((script) => isTied(script, scripts))
  const alone = scripts.filter((script) => !tied.includes(script))
  const groups = [tied.map(({ segment }) => segment), ...alone.map(({ segment }) => [segment])]
  return groups.filter((group) => group.length > 0).map((group) => followLines(group, files))
}

function isTied({ segment, path }: PlacedScript, scripts: readonly PlacedScript[]): boolean {
  return scripts.some(
    (other) => other.path !== path && (loads(other.segment.text, path) || loads(segment.text, other.path)),
  )
}

const LOADS = /\b(?:require\w*|import|use|using|load|include\w*|dofile|mod|source)\b|Import-Module|^\s{0,40}[.&]\s/i

/** Whether a script loads another: its name is on a line that says so. */
function loads(text: string, path: string): boolean {
  const name = nameOf(path)
  if (name.length < 3) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const from = text.lastIndexOf('\n', at) + 1
    if (LOADS.test(text.slice(Math.max(from, at - 120), at))) return true
  }
  return false
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{1,8}$/, '')
}

/** Shell scripts again that source another one or read a file that another one wrote, now knowing both. */
export function followShellsAgain(
  shells: readonly FollowedShell[],
  files: FileTable,
  parse: ParseShell,
  steps: number,
): readonly Flow[] {
  if (shells.length > MOST_COMPARED) return []
  const names = [...files.names]
  return shells.flatMap(({ segment, path }) => {
    const others = shells.filter((other) => other.path !== path)
    const sourced = others.filter((other) => sources(segment.text, other.path))
    const kept = others.flatMap(({ state }) => [...state.files.keys()])
    const isTold =
      sourced.length > 0 ||
      names.some((name) => segment.text.includes(name)) ||
      kept.some((key) => sharesFolder(key, segment.text))
    return isTold ? again(segment, { sourced, others, files, parse, steps }) : []
  })
}

function sources(text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    text.includes(name) &&
    text.split('\n').some((line) => /(?:^|[\s;&(])(?:source|\.)\s/.test(line) && line.includes(name))
  )
}

/** A file in a folder was written, and the text names the folder or its last part. */
function sharesFolder(key: string, text: string): boolean {
  const folder = key.slice(0, Math.max(0, key.lastIndexOf('/')))
  const last = folder.slice(folder.lastIndexOf('/') + 1)
  return last.length > 1 && !/^(?:tmp|~|\.|var|home)$/.test(last) && text.includes(last)
}

interface AgainContext {
  readonly sourced: readonly FollowedShell[]
  readonly others: readonly FollowedShell[]
  readonly files: FileTable
  readonly parse: ParseShell
  readonly steps: number
}

function again(segment: Segment, { sourced, others, files, parse, steps }: AgainContext): readonly Flow[] {
  const state = createShellState(steps, files)
  for (const { state: other } of sourced) {
    for (const [name, value] of other.variables) state.variables.set(name, value)
    for (const [name, body] of other.functions) state.functions.set(name, body)
  }
  for (const { state: other } of others)
    for (const [path, taints] of other.files)
      state.files.set(
        path,
        taints.map((taint) => ({ ...taint, at: 0 })),
      )
  followShell(segment, state, parse)
  return state.flows
}
