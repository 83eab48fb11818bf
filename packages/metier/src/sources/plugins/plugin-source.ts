/** Names the place that an entry of a marketplace points to, so that the user can decide whether to trust it. */

import { textOf } from '../download.js'

const PLAIN = /^[a-z0-9@][\w.:/@^~+-]*$/i
const COMMIT = /^[0-9a-f]{40}$/

/** A source as `metier install` takes it, at the pinned commit; undefined if the entry cannot be followed safely. */
export function locateElsewhere(source: Readonly<Record<string, unknown>>): string | undefined {
  const place = placeOf(source)
  return place?.split('#').every((part) => PLAIN.test(part)) === true ? place : undefined
}

function placeOf(source: Readonly<Record<string, unknown>>): string | undefined {
  switch (source.source) {
    case 'github':
      return withRef(textOf(source.repo), source)
    case 'url':
    case 'git-subdir':
      return withRef(textOf(source.url), source)
    case 'npm':
      return packageOf(source)
    default:
      return undefined
  }
}

/** A commit is a pin, so it comes before a branch; one that is not a commit id makes the entry unusable. */
function withRef(repository: string | undefined, { sha, ref, path }: Readonly<Record<string, unknown>>) {
  if (repository === undefined || repository.includes('#')) return undefined
  if (sha !== undefined && !COMMIT.test(String(sha))) return undefined
  const wanted = textOf(sha) ?? textOf(ref)
  const folder = textOf(path)?.replace(/^\.\//, '')
  if (folder?.split('/').includes('..') === true) return undefined
  if (wanted === undefined) return folder === undefined ? repository : `${repository}#HEAD:${folder}`
  return folder === undefined ? `${repository}#${wanted}` : `${repository}#${wanted}:${folder}`
}

/** Another registry is the choice of the user's `.npmrc`, not of a marketplace. */
function packageOf({ package: name, version, registry }: Readonly<Record<string, unknown>>): string | undefined {
  const text = textOf(name)
  if (text === undefined || registry !== undefined) return undefined
  return version === undefined ? `npm:${text}` : `npm:${text}@${version}`
}
