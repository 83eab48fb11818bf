/** Finds descendants in the system's process list; pure, so that it can be tested for every system. */

/** A process and its parent. */
interface ListedProcess {
  readonly pid: number
  readonly parent: number
}

/** Parses the output of `ps -A -o pid=,ppid=`. */
export function readProcessList(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s*$/.exec(line) ?? []
    return pid === undefined || parent === undefined ? [] : [{ pid: Number(pid), parent: Number(parent) }]
  })
}

/** All descendants of a process, in any group, not including the process itself. */
export function findDescendants(pid: number, processes: readonly ListedProcess[]): readonly number[] {
  const children = new Map<number, number[]>()
  for (const { pid: child, parent } of processes) {
    const known = children.get(parent)
    if (known === undefined) children.set(parent, [child])
    else known.push(child)
  }
  const found = new Set<number>()
  const open = [pid]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of children.get(next) ?? []) {
      // If ids were reused while the list was taken, it may contain cycles.
      if (child === pid || found.has(child)) continue
      found.add(child)
      open.push(child)
    }
  }
  return [...found]
}

/** The processes with a variable, from `ps -A -E -ww -o pid=,command=`, which prints variables after the command. */
export function findMarked(text: string, entry: string): readonly number[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, words = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    return pid !== undefined && words.split(' ').includes(entry) ? [Number(pid)] : []
  })
}
