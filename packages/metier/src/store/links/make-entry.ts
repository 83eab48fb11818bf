/** Makes and removes entries in the directories of agents: links, copies, and what was there before. */

import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import type { LinkForm, LinkKind } from './agent-place.js'
import { composeTarget, type LinkTarget } from './inspect-entry.js'

/** Makes a link, or a copy if one is wanted or the system allows no links. Says which it is. */
export async function makeEntry(
  store: Store,
  { kind, form }: { readonly kind: LinkKind; readonly form: LinkForm },
  target: LinkTarget,
  path: string,
): Promise<LinkKind> {
  await store.files.makeFolder(dirname(path))
  const made = kind === 'link' ? await makeLink(store, await composeTarget(path, target.skill, form), path) : 'copy'
  if (made === 'copy') await makeCopy(store, target, path)
  return made
}

/**
 * What systems say that do not allow links: file systems without them, Windows without the privilege, shared folders of virtual
 * machines (EROFS), and Node's permission model.
 */
const UNLINKABLE = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS', 'ERR_ACCESS_DENIED'])

async function makeLink(store: Store, target: string, path: string): Promise<LinkKind> {
  try {
    await store.files.linkTo(target, path)
    return 'link'
  } catch (error) {
    if (!UNLINKABLE.has(codeOf(error))) throw error
    return 'copy'
  }
}

/** Writes the copy next to the agent's skill directory, then renames it, so that the agent never sees half of it. */
async function makeCopy(store: Store, { skill, digest }: LinkTarget, path: string): Promise<void> {
  const { files } = store
  const staged = beside(path, 'new')
  await files.discard(staged)
  await files.makeFolder(staged)
  for (const file of await readTree(skill)) {
    if (file.mode === 'link') continue
    const to = join(staged, file.path)
    await files.makeFolder(dirname(to))
    await files.writeNew(to, await readFile(join(skill, file.path)), file.mode === '0755' ? 0o755 : 0o644)
  }
  if (digestTree(await readTree(staged)) !== digest) {
    await files.discard(staged)
    throw Object.assign(new Error('The files differ from the lockfile'), { code: 'EDITED' })
  }
  await setAside(store, path)
  await files.move(staged, path)
  await files.discard(beside(path, 'old'))
}

/** Renames first: an interrupted deletion would leave half a skill. */
export async function discardCopy(store: Store, path: string): Promise<void> {
  await setAside(store, path)
  await store.files.discard(beside(path, 'old'))
}

async function setAside(store: Store, path: string): Promise<void> {
  const old = beside(path, 'old')
  await store.files.discard(old)
  if ((await lstat(path).catch(() => undefined)) !== undefined) await store.files.move(path, old)
}

/** Moves an entry that is not ours out of the way, and keeps it. Returns its new place. */
export async function keepEntry(store: Store, path: string): Promise<string> {
  const kept = `${beside(path, 'kept')}-${((await listKept(path)).at(-1) ?? 0) + 1}`
  await store.files.move(path, kept)
  return kept
}

/** Moves the entry back that was kept last; false if there is none. */
export async function restoreEntry(store: Store, path: string): Promise<boolean> {
  const last = (await listKept(path)).at(-1)
  if (last === undefined) return false
  await store.files.makeFolder(dirname(path))
  await store.files.move(`${beside(path, 'kept')}-${last}`, path)
  return true
}

/** The numbers of the kept entries, oldest first. */
async function listKept(path: string): Promise<readonly number[]> {
  const name = `${basename(beside(path, 'kept'))}-`
  const names = await readdir(dirname(beside(path, 'kept'))).catch(() => [])
  const numbers = names.flatMap((one) => {
    const rest = one.startsWith(name) ? one.slice(name.length) : ''
    return /^[1-9]\d{0,5}$/.test(rest) ? [Number(rest)] : []
  })
  return numbers.toSorted((a, b) => a - b)
}

/** Not in the skill directory itself, which agents scan. */
function beside(path: string, what: 'new' | 'old' | 'kept'): string {
  return join(dirname(dirname(path)), `.metier-${what}-${basename(path)}`)
}
