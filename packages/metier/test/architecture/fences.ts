/** A `fast` folder is entered through one file: everything outside reads as if the rest were not there. */
import { posix } from 'node:path'
import { readModule, type SourceFile } from './read-module.js'

/** The fences with more than one entry, as sentences. */
export function findOpenFences(files: readonly SourceFile[]): readonly string[] {
  const entries = new Map<string, Set<string>>()
  for (const { path, imports } of files.map(readModule)) {
    for (const { specifier } of imports) {
      const target = specifier?.startsWith('.') ? posix.join(posix.dirname(path), specifier) : ''
      const [fence] = /^.*\bfast\//.exec(target) ?? []
      if (fence !== undefined && !path.startsWith(fence))
        entries.set(fence, (entries.get(fence) ?? new Set()).add(target))
    }
  }
  return [...entries]
    .filter(([, targets]) => targets.size > 1)
    .map(([fence, targets]) => `${fence} is entered through ${[...targets].sort().join(' and ')}`)
}
