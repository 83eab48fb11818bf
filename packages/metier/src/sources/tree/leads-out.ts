import { isAbsolute } from 'node:path'

/** Whether the written target of a link leads out of the skill. `path` is the link's own, relative to the skill. */
export function leadsOut(path: string, target: string): boolean {
  return isAbsolute(target) || escapes(path, target)
}

/** Whether a relative target leads above the skill's directory. */
function escapes(path: string, target: string): boolean {
  let depth = path.split('/').length - 1
  for (const part of target.split(/[\\/]/)) {
    if (part === '..') depth--
    else if (part !== '.' && part !== '') depth++
    if (depth < 0) return true
  }
  return false
}
