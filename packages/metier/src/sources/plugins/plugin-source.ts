/** Names the place that an entry of a marketplace points to, so that the user can decide whether to trust it. */

import { parseUrl } from '../../skill/text/parse-url.js'
import { isLocalHost } from '../../system/http/private-address.js'
import { textOf } from '../download.js'
import { parseGitReference } from '../git/git-reference.js'

/** A place as `metier install` takes it. */
export interface ElsewherePlace {
  readonly text: string
  /** Whether a commit or digest fixes its bytes. A branch or tag does not. */
  readonly isPinned: boolean
}

type JsonObject = Readonly<Record<string, unknown>>

const PLAIN = /^[a-z0-9@][\w.:/@^~+-]*$/i
const COMMIT = /^[0-9a-f]{40}$/
const DIGEST = /^[0-9a-f]{64}$/

/** Undefined if the entry cannot be followed safely. */
export function locateElsewhere(source: JsonObject): ElsewherePlace | undefined {
  switch (source.source) {
    case 'github':
      return locateRepository(githubOf(textOf(source.repo)), source)
    case 'url':
      return locateRepository(repositoryOf(textOf(source.url)), source)
    case 'git-subdir':
      return locateRepository(githubOf(textOf(source.url)) ?? repositoryOf(textOf(source.url)), source)
    case 'npm':
      return locatePackage(source)
    case 'archive':
      return locateArchive(source)
    default:
      return undefined
  }
}

function githubOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_.-]{1,100}$/i.test(text) ? text : undefined
}

/** Only https and ssh: no other protocol stays away from this machine, or is encrypted. */
function repositoryOf(text: string | undefined): string | undefined {
  if (text === undefined || text.includes('#') || !PLAIN.test(text)) return undefined
  if (/^(?:ssh:\/\/|[\w.-]+@[\w.-]+:)/i.test(text)) return text
  if (!/^https:\/\//i.test(text)) return undefined
  // An address that does not look like a repository is one all the same, because the entry says so.
  return parseGitReference(text) === undefined ? `git+${text}` : text
}

/** A commit is a pin, so it comes before a branch; one that is not a commit id makes the entry unusable. */
function locateRepository(repository: string | undefined, { sha, ref, path }: JsonObject): ElsewherePlace | undefined {
  if (repository === undefined || (sha !== undefined && !COMMIT.test(String(sha)))) return undefined
  const wanted = textOf(sha) ?? textOf(ref)
  const folder = textOf(path)?.replace(/^\.\//, '')
  const suffix = folder === undefined || folder === '' ? wanted : `${wanted ?? 'HEAD'}:${folder}`
  const text = suffix === undefined ? repository : `${repository}#${suffix}`
  const isPlain = suffix === undefined || PLAIN.test(suffix)
  // What git's own grammar refuses, such as a path that leaves the repository, would be refused later too.
  return isPlain && parseGitReference(text)?.ok === true ? { text, isPinned: sha !== undefined } : undefined
}

/** Another registry is the choice of the user's `.npmrc`, not of a marketplace. */
function locatePackage({ package: name, version, registry }: JsonObject): ElsewherePlace | undefined {
  const text = `npm:${textOf(name) ?? ''}${version === undefined ? '' : `@${version}`}`
  const isUsable = name !== undefined && registry === undefined && PLAIN.test(text)
  return isUsable ? { text, isPinned: false } : undefined
}

/** Over https from a public host only; the digest is verified before anything is unpacked. */
function locateArchive({ url: written, sha256 }: JsonObject): ElsewherePlace | undefined {
  const address = textOf(written) ?? ''
  const url = parseUrl(address)
  if (url === undefined || url.protocol !== 'https:' || !PLAIN.test(address) || isLocalHost(url.hostname)) {
    return undefined
  }
  if (url.username !== '' || (sha256 !== undefined && !DIGEST.test(String(sha256)))) return undefined
  if (sha256 !== undefined) return { text: `${address}#sha256=${sha256}`, isPinned: true }
  return /\.(?:zip|tar|tar\.gz|tgz)$/i.test(url.pathname) ? { text: address, isPinned: false } : undefined
}
