/** Decides which entries of a server's list are offered, beyond what the protocol itself requires. */

import type { InvalidSkillEntry, Skill } from '@modelcontextprotocol/client/ext/skills'
import { checkEntryPath } from '../../gate/entry-path.js'
import {
  type EntryRefusal,
  type RefusedEntry,
  SERVED_LIMITS,
  type ServedFile,
  type ServedList,
  type ServedSkill,
} from '../../sources/mcp/skill-connection.js'

const MAIN = 'SKILL.md'

type ListedEntries = Extract<ServedList, { state: 'listed' }>

/** Sorts the entries into offered and refused ones. None is dropped silently. */
export function reviewEntries(skills: readonly Skill[], invalid: readonly InvalidSkillEntry[]): ListedEntries {
  const served: ServedSkill[] = []
  const refused: RefusedEntry[] = invalid.map(({ uri = '', reason }) => refuse(uri, 'entry_invalid', reason))
  for (const entry of skills) {
    const outcome = served.length < SERVED_LIMITS.skills ? reviewEntry(entry) : MANY_SKILLS
    if ('uri' in outcome) served.push(outcome)
    else refused.push(refuse(entry.uri, outcome.reason, outcome.detail))
  }
  return {
    state: 'listed',
    skills: served,
    refused: refused.slice(0, SERVED_LIMITS.refused),
    refusedCount: refused.length,
  }
}

interface EntryProblem {
  readonly reason: EntryRefusal
  readonly detail: string
}

const MANY_SKILLS = problem('too_many_skills', `a server may offer ${SERVED_LIMITS.skills} skills`)
// Invisible and control characters, quotes, angle brackets and `$` can forge text around a URI.
const UNSHOWABLE = /[\p{C}\p{Z}"<>$`\\]/u

function reviewEntry({ uri, frontmatter, resources }: Skill): ServedSkill | EntryProblem {
  // Its files cannot be verified, and nothing pins what was approved.
  if (resources === 'dynamic') return problem('dynamic_declined', 'its files are dynamic, so they cannot be verified')
  const uris = [uri, ...resources.map((file) => file.uri)]
  if (uris.some((one) => new TextEncoder().encode(one).length > SERVED_LIMITS.uriBytes)) {
    return problem('uri_too_long', `a URI exceeds ${SERVED_LIMITS.uriBytes} bytes`)
  }
  if (uris.some((one) => UNSHOWABLE.test(one) || one !== one.normalize('NFKC'))) {
    return problem('uri_unshowable', 'a URI contains characters that must be percent-encoded')
  }
  if (resources.length > SERVED_LIMITS.files) {
    return problem('too_many_files', `it has more than ${SERVED_LIMITS.files} files`)
  }
  const folder = uri.slice(0, -MAIN.length)
  const files: ServedFile[] = []
  for (const file of resources) {
    const path = pathBelow(folder, file.uri)
    if (path === undefined) return problem('file_name_unsafe', `the name of a file is unsafe: ${show(file.uri)}`)
    files.push({ path, uri: file.uri, digest: file.digest.slice('sha256:'.length), size: file.size })
  }
  const { name, description } = frontmatter
  return checkSizes(files) ?? { uri, name, description, path: folderPath(folder), frontmatter, files }
}

function checkSizes(files: readonly ServedFile[]): EntryProblem | undefined {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > SERVED_LIMITS.bytes) return problem('too_large', `it has more than ${SERVED_LIMITS.bytes} bytes`)
  const main = files.find(({ path }) => path === MAIN)
  if (main === undefined) return problem('entry_invalid', 'it does not list its SKILL.md')
  if (main.size <= SERVED_LIMITS.mainFileBytes) return undefined
  return problem('main_file_too_large', `its SKILL.md has more than ${SERVED_LIMITS.mainFileBytes} bytes`)
}

function pathBelow(folder: string, uri: string): string | undefined {
  const path = uri.startsWith(folder) ? decode(uri.slice(folder.length)) : undefined
  return path === undefined || checkEntryPath(path) !== undefined ? undefined : path
}

/** `skill://acme/refunds/` becomes `acme/refunds`. */
function folderPath(folder: string): string {
  const plain = folder.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '').replace(/\/+$/, '')
  return decode(plain) ?? plain
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function problem(reason: EntryRefusal, detail: string): EntryProblem {
  return { reason, detail }
}

/** A refused entry as it may be shown to a person. */
export function refuse(uri: string, reason: EntryRefusal, detail: string): RefusedEntry {
  // Without spaces a URI is no sentence that a model could take for an instruction.
  return { reason, uri: show(uri).replace(new RegExp(UNSHOWABLE, 'gu'), '\u{fffd}'), detail: show(detail) }
}

/** A server's text on one line of a message: printable and cut. */
export function show(text: string, most = 200): string {
  return text.slice(0, most).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}
