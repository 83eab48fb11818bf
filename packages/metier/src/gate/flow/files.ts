/** What the scripts of a skill write to files, by name: another script may read it there. */

import { carrier, HOLE, mergeTaints, type Taint, type Value } from './value.js'

const MOST_FILES = 300

export class FileTable {
  readonly #written = new Map<string, readonly Taint[]>()

  /** The skill's own data files, which its scripts may read their settings from. */
  readonly #data = new Map<string, Value>()

  get isEmpty(): boolean {
    return this.#written.size === 0
  }

  get names(): Iterable<string> {
    return this.#written.keys()
  }

  write(path: string | undefined, taints: readonly Taint[]): void {
    const name = nameOf(path)
    if (name === undefined || taints.length === 0 || this.#written.size >= MOST_FILES) return
    this.#written.set(name, mergeTaints([carrier(this.read(path)), carrier(taints)]))
  }

  read(path: string | undefined): readonly Taint[] {
    const name = nameOf(path)
    return name === undefined ? [] : (this.#written.get(name) ?? [])
  }

  addData(path: string, value: Value): void {
    const name = nameOf(path)
    if (name !== undefined && this.#data.size < MOST_FILES) this.#data.set(name, value)
  }

  dataIn(path: string | undefined): Value | undefined {
    const name = this.#data.size === 0 ? undefined : nameOf(path)
    return name === undefined ? undefined : this.#data.get(name)
  }

  /** The files that a text names, with what was written to them. */
  namedIn(text: string): readonly Taint[] {
    if (this.#written.size === 0) return []
    return mergeTaints([...this.#written].flatMap(([name, taints]) => (text.includes(name) ? [carrier(taints)] : [])))
  }
}

/** Folders are often computed; the last part of a path is not. */
function nameOf(path: string | undefined): string | undefined {
  const name = path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).replace(/^["']|["']$/g, '')
  return name === undefined || name.length < 3 || name.length > 120 || name.includes(HOLE) ? undefined : name
}
