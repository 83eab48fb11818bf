/** Finds what a program started, in the list of processes that the system gives: pure, so that it holds for every system. */

/** A process and the one that started it. */
interface ListedProcess {
  readonly pid: number
  readonly parent: number
}

/** What `ps -A -o pid=,ppid=` prints. */
export function readProcessList(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s*$/.exec(line) ?? []
    return pid === undefined || parent === undefined ? [] : [{ pid: Number(pid), parent: Number(parent) }]
  })
}

/** Everything that a process started, and what that started in turn, whatever group it made itself; the process itself is not among it. */
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
      // A list that was taken while numbers were given out anew may have circles.
      if (child === pid || found.has(child)) continue
      found.add(child)
      open.push(child)
    }
  }
  return [...found]
}

/** The processes that have a variable, in what `ps -A -E -ww -o pid=,command=` prints: variables stand after the command. */
export function findMarked(text: string, entry: string): readonly number[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, words = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    return pid !== undefined && words.split(' ').includes(entry) ? [Number(pid)] : []
  })
}
