/** Takes a source apart as its user wrote it, once; everything after this looks at the parts only. */

import { isAbsolute, normalize, resolve } from 'node:path'
import { type Result, succeed } from '../skill/failure.js'
import { parseGitReference } from './git/git-reference.js'
import { redactSecrets } from './redact.js'
import { identityOf, isSafeRef, parseListed, refuseReference } from './reference-parts.js'
import type { SourceReference } from './source.js'

export interface ReferenceOptions {
  /** What `~` stands for. */
  readonly home?: string | undefined
  /** What relative paths are relative to. */
  readonly workdir?: string | undefined
  /** Registries of the user's configuration: name to address. */
  readonly registries?: Readonly<Record<string, string>> | undefined
}

const LONGEST = 2048

/**
 * What a source is, from any of its spellings.
 *
 * @example
 * parseSourceReference('github.com/openclaw/skills#main:pdf') // kind 'git', ref 'main', path 'pdf'
 */
export function parseSourceReference(text: string, options: ReferenceOptions = {}): Result<SourceReference> {
  const trimmed = text.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (trimmed === '' || trimmed.length > LONGEST || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(trimmed)) {
    return refuseReference(text, 'it is empty, too long or has control characters')
  }
  if (trimmed.startsWith('-')) return refuseReference(text, 'it would be taken for an option')
  return (
    parseRegistry(trimmed, options) ??
    parseRegistryAddress(trimmed) ??
    parseListedSkill(trimmed) ??
    parseLocal(trimmed, options) ??
    parseGitReference(trimmed) ??
    parseWeb(trimmed) ??
    refuseReference(text, 'it is no source that is known here')
  )
}

const SLUG_REFERENCE = /^(?:@([a-z0-9][a-z0-9._-]*)\/)?([a-z0-9][a-z0-9._-]*)(?:@([^@]+))?$/i

function parseRegistry(text: string, { registries = {} }: ReferenceOptions): Result<SourceReference> | undefined {
  const [, name = '', rest] = /^([a-z0-9][a-z0-9-]*)(?::(.*))?$/i.exec(text) ?? []
  const isKnown = name === 'clawhub' || Object.hasOwn(registries, name)
  if (!isKnown) return undefined
  const location = Object.hasOwn(registries, name) ? (registries[name] ?? '') : ''
  const reference = { kind: 'clawhub' as const, text, identity: name, location }
  if (rest === undefined) return succeed(reference)
  return withSkill(reference, rest)
}

/** `clawhub+https://host` is a registry by its address, `clawhub+https://host#pdf` a skill of it; it is trusted by its host. */
function parseRegistryAddress(text: string): Result<SourceReference> | undefined {
  const [, address, skill] = /^clawhub\+([^#]*)(?:#(.*))?$/i.exec(text) ?? []
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(address) || url.search !== '') {
    return refuseReference(text, 'write clawhub+https://host, or clawhub+https://host#skill')
  }
  if (url.username !== '' || url.password !== '') return refuseReference(text, 'an address carries no user or password')
  const location = url.href.replace(/\/+$/, '')
  const reference = { kind: 'clawhub' as const, text, identity: identityOf(url), location }
  return skill === undefined ? succeed(reference) : withSkill(reference, skill)
}

function withSkill(reference: SourceReference, skill: string): Result<SourceReference> {
  const [, owner, slug, ref] = SLUG_REFERENCE.exec(skill) ?? []
  if (slug === undefined || (ref !== undefined && !isSafeRef(ref))) {
    return refuseReference(
      reference.text,
      'behind the registry stands no skill: write clawhub:skill or clawhub:@owner/skill@1.2.3',
    )
  }
  const path = owner === undefined ? slug : `@${owner}/${slug}`
  return succeed({ ...reference, path, ...(ref !== undefined && { ref }) })
}

/** `skills-sh:owner/repo/slug`: the registry is asked where it is, and the repository needs trust of its own. */
function parseListedSkill(text: string): Result<SourceReference> | undefined {
  if (!/^skills-sh:/i.test(text)) return undefined
  if (parseListed(text) !== undefined)
    return succeed({ kind: 'clawhub', text, identity: 'clawhub', location: '', path: text })
  return refuseReference(text, 'write skills-sh:owner/repository/skill')
}

const LOCAL_START = /^(?:\.{1,2}(?:[\\/]|$)|~(?:[\\/]|$)|\/|[a-z]:[\\/])/i

function parseLocal(text: string, { home, workdir }: ReferenceOptions): Result<SourceReference> | undefined {
  const isNamed = /^local:/i.test(text)
  if (!isNamed && !LOCAL_START.test(text)) return undefined
  const written = isNamed ? text.slice('local:'.length) : text
  if (written === '' || written === '*') return refuseReference(text, 'it names no folder')
  const location = toAbsolute(written, home, workdir)
  if (location === undefined) return refuseReference(text, 'the home or working folder is not known')
  return succeed({ kind: 'local', text: `local:${written}`, identity: `local:${location}`, location })
}

function toAbsolute(path: string, home: string | undefined, workdir: string | undefined): string | undefined {
  if (path === '~' || /^~[\\/]/.test(path)) return home === undefined ? undefined : resolve(home, `.${path.slice(1)}`)
  // `~other` is a folder of that name, never another user's home.
  if (isAbsolute(path)) return resolve(normalize(path))
  return workdir === undefined ? undefined : resolve(workdir, path)
}

const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz|skill)$/i
const DOCUMENT = /\.md$/i

function parseWeb(text: string): Result<SourceReference> | undefined {
  const address = /^https?:\/\//i.test(text) ? text : bareHost(text)
  if (address === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || /^https?:\/\/\//i.test(address) || address.includes('\\')) {
    return refuseReference(text, 'the address is malformed')
  }
  if (url.username !== '' || url.password !== '') return refuseReference(text, 'an address carries no user or password')
  url.hash = ''
  const isFile = ARCHIVE.test(url.pathname) || DOCUMENT.test(url.pathname)
  return succeed({
    kind: isFile ? 'url' : 'well-known',
    text: redactSecrets(text),
    identity: identityOf(url),
    location: url.href,
  })
}

/** `skills.example.com/team` without its protocol: a dot tells a host from a word. */
function bareHost(text: string): string | undefined {
  return /^[^\s/@:?#]+\.[^\s/@:?#.]{2,}(?::[0-9]{1,5})?(?:\/[^\s?#]*)?$/u.test(text) ? `https://${text}` : undefined
}
