/** The states of files by which a later run knows that nothing changed, without reading them. */

import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'

/** The states of one or more files at a moment. */
export interface ObservedState {
  /** Differs if a file was added, removed, replaced, written or made executable. */
  readonly text: string
  /** The latest change, in milliseconds; 0 without a file. */
  readonly changed: number
}

/** The state of a file that may be missing; `statSync` follows links. */
export function stateOfFile(path: string, look = lstatSync): ObservedState {
  try {
    return describe(path, look(path))
  } catch {
    // Who reads it next finds nothing either.
    return { text: `${path}\0-`, changed: 0 }
  }
}

/** The states of everything below a directory; undefined if it cannot be read or has more than `most` entries. */
export function stateOfTree(folder: string, most: number): ObservedState | undefined {
  const states: ObservedState[] = []
  try {
    return collectStates(folder, '', states, most) ? joinStates(states) : undefined
  } catch {
    // What cannot be read now has to be reported again, not remembered.
    return undefined
  }
}

/** False if there are too many. */
function collectStates(folder: string, below: string, states: ObservedState[], most: number): boolean {
  for (const entry of readdirSync(`${folder}/${below}`, { withFileTypes: true })) {
    const path = `${below}${entry.name}`
    if (states.length >= most) return false
    states.push(describe(path, lstatSync(`${folder}/${path}`)))
    // Reading a link reads its target.
    if (entry.isSymbolicLink()) states.push(stateOfFile(`${folder}/${path}`, statSync))
    if (entry.isDirectory() && !collectStates(folder, `${path}/`, states, most)) return false
  }
  return true
}

export function joinStates(states: readonly ObservedState[]): ObservedState {
  return {
    text: states.map(({ text }) => text).join('\n'),
    changed: Math.max(0, ...states.map(({ changed }) => changed)),
  }
}

/** Whether files were old enough at a moment for a later change to be visible in their state. */
export function isSettled({ changed }: ObservedState, moment: number): boolean {
  // Times without a fraction come from file systems with a resolution of one or two seconds.
  return changed < moment - (changed % 1000 === 0 ? 2_000 : 50)
}

function describe(path: string, { size, ino, dev, mode, ctimeMs, mtimeMs }: Stats): ObservedState {
  return { text: [path, size, ino, dev, mode, ctimeMs, mtimeMs].join('\0'), changed: Math.max(ctimeMs, mtimeMs) }
}
