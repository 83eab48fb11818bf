/** Resolves a reference to a commit, from the refs that the remote announces. */

import { fail, type Result, succeed } from '../../skill/failure.js'

export interface Chosen {
  readonly commit: string
  readonly path: string | undefined
}

/** HEAD by default. A tree page's `a/b/c` may be branch `a` and path `b/c`, or branch `a/b` and path `c`. */
export function chooseCommit(
  refs: ReadonlyMap<string, string>,
  ref: string | undefined,
  path: string | undefined,
  title: string,
): Result<Chosen> {
  if (ref === undefined) {
    const commit = refs.get('HEAD') ?? refs.get('refs/heads/main') ?? refs.get('refs/heads/master')
    return commit === undefined ? fail('source_unavailable', `${title} has no commits`) : succeed({ commit, path })
  }
  // A full commit id means that commit, even if a branch has the same name.
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref)) return succeed({ commit: ref.toLowerCase(), path })
  const parts = path === undefined ? [] : path.split('/')
  for (let taken = 0; taken <= parts.length; taken++) {
    const name = [ref, ...parts.slice(0, taken)].join('/')
    const commit = commitOf(refs, name)
    if (commit !== undefined) return succeed({ commit, path: parts.slice(taken).join('/') || undefined })
  }
  return fail('source_unavailable', `${title} has no branch, tag or commit '${ref}'`, suggestRefs(refs))
}

/** Whether the remote has a branch or tag of this name. */
export function hasRef(refs: ReadonlyMap<string, string>, name: string): boolean {
  return refs.has(`refs/heads/${name}`) || refs.has(`refs/tags/${name}`)
}

function commitOf(refs: ReadonlyMap<string, string>, name: string): string | undefined {
  // An annotated tag resolves to its commit; branches come before tags, as in a browser.
  return (
    refs.get(`refs/heads/${name}`) ??
    refs.get(`refs/tags/${name}^{}`) ??
    refs.get(`refs/tags/${name}`) ??
    (name === 'HEAD' ? refs.get(name) : undefined) ??
    uniquePrefix(refs, name)
  )
}

function uniquePrefix(refs: ReadonlyMap<string, string>, name: string): string | undefined {
  if (!/^[0-9a-f]{7,39}$/i.test(name)) return undefined
  const found = new Set([...refs.values()].filter((commit) => commit.startsWith(name.toLowerCase())))
  return found.size === 1 ? [...found][0] : undefined
}

function suggestRefs(refs: ReadonlyMap<string, string>): readonly string[] {
  const branches = [...refs.keys()].filter((name) => name.startsWith('refs/heads/')).map((name) => name.slice(11))
  return branches.length === 0 ? [] : [`Branches: ${branches.slice(0, 8).join(', ')}`]
}
