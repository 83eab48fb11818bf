/** Reads what people type after `metier install`: names, a source with or without `--from`, and `source@skill`. */

import { resolve } from 'node:path'
import { isThere } from '../../../system/files/files.js'
import type { Context, Input, Piece } from '../../arguments/command.js'

export interface TypedRequest {
  /** Without a skill in it. */
  readonly from: string | undefined
  readonly names: readonly string[]
  /** The same words, with the source behind `--from`, so that commands to run next can be composed from them. */
  readonly input: Input
}

export function readTypedRequest(input: Input, { workdir }: Pick<Context, 'workdir'>): TypedRequest {
  const words = input.rest('SKILL')
  const given = input.text('from')
  const [first = '', ...others] = words
  const isSourceFirst = given === undefined && isSource(first)
  const written = isSourceFirst ? first : given
  if (written === undefined) return { from: undefined, names: words, input }
  const { source, skill } = splitSkill(written, workdir)
  const names = [...(skill === undefined ? [] : [skill]), ...(isSourceFirst ? others : words)]
  return { from: source, names, input: { ...input, pieces: settlePieces(input.pieces, source, names) } }
}

/** A name has no slash but that of its owner, no colon and no dot but those of a version. */
export function isSource(word: string): boolean {
  if (/^@[^/]+\/[^/]+$/.test(word)) return false
  const [name = ''] = word.split('@')
  return /[\\/:]/.test(word) || /^[.~]/.test(word) || name.includes('.')
}

interface SplitSource {
  readonly source: string
  readonly skill?: string
}

/** `owner/repo@skill#ref` is a source and a skill. A registry's `clawhub:pdf@1.2` has a version, `user@host` a user. */
function splitSkill(written: string, workdir: string): SplitSource {
  const text = isArchiveHere(written) ? `./${written}` : written
  const hash = text.indexOf('#')
  const address = hash < 0 ? text : text.slice(0, hash)
  const [, source, skill] = /^(.+)@([^@/\\:]+)$/.exec(address) ?? []
  if (source === undefined || skill === undefined || address.includes('?')) return { source: text }
  const path = source.replace(/^[a-z+]+:\/\//i, '')
  // A directory may have an @ in its name.
  if (!path.includes('/') || /^[a-z0-9-]+:@/i.test(path) || isThere(resolve(workdir, address))) return { source: text }
  return { source: `${source}${hash < 0 ? '' : text.slice(hash)}`, skill }
}

/** `pdf.zip` without a slash would be a host. */
function isArchiveHere(word: string): boolean {
  return !/[\\/:]/.test(word) && /\.(?:zip|tar|tgz|tar\.gz|skill)$/i.test(word)
}

function settlePieces(pieces: readonly Piece[], from: string, names: readonly string[]): readonly Piece[] {
  const options = pieces.filter(({ option }) => option !== undefined && option !== 'from')
  return [...names.map((name) => ({ words: [name] })), { words: ['--from', from], option: 'from' }, ...options]
}
