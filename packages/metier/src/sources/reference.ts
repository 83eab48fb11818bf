/** Parses a source as the user wrote it, once; later stages look only at the parts. */

import { existsSync } from 'node:fs'
import { isAbsolute, normalize, resolve } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { isLocalHost } from '../system/http/private-address.js'
import { referToRepository } from './git/disk-repository.js'
import { parseGitReference } from './git/git-reference.js'
import { parseNpmReference } from './npm/npm-reference.js'
import { redactSecrets } from './redact.js'
import { identityOf, isSafeRef, parseListed, refuseReference } from './reference-parts.js'
import type { SourceReference } from './source.js'

export interface ReferenceOptions {
  /** The directory that `~` expands to. */
  readonly home?: string | undefined
  /** The base directory for relative paths. */
  readonly workdir?: string | undefined
  /** Registries in the user's configuration: name to URL. */
  readonly registries?: Readonly<Record<string, string>> | undefined
  /** Allows git repositories on this machine: `file://`, `git+file://` and the path of a bare repository. */
  readonly allowsFileUrls?: boolean | undefined
  /** Replaces the process's environment variables, which may name an npm registry. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  /** `host` or `host:port` that may be reached without https. */
  readonly allowedHosts?: readonly string[] | undefined
}

const LONGEST = 2048

/**
 * Parses any spelling of a source.
 *
 * @example
 * parseSourceReference('github.com/openclaw/skills#main:pdf') // kind 'git', ref 'main', path 'pdf'
 */
export function parseSourceReference(text: string, options: ReferenceOptions = {}): Result<SourceReference> {
  const trimmed = text.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (trimmed === '' || trimmed.length > LONGEST || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(trimmed)) {
    return refuseReference(text, 'it is empty, too long or contains control characters')
  }
  if (trimmed.startsWith('-')) return refuseReference(text, 'it starts with a dash, like an option')
  return (
    refuseHttp(trimmed, options) ??
    parseSkillServer(trimmed) ??
    parseRegistry(trimmed, options) ??
    parseRegistryAddress(trimmed) ??
    parseListedSkill(trimmed) ??
    parseNpmReference(trimmed, options) ??
    parseDiskRepository(trimmed, options) ??
    parseLocal(trimmed, options) ??
    parseGitReference(trimmed, options) ??
    parseWeb(trimmed) ??
    refuseReference(text, adviseOnScheme(trimmed))
  )
}

/** An address without a scheme, as a browser takes it. */
function adviseOnScheme(text: string): string {
  const [, host] = /^([\w.-]+):\d+(?:\/|$)/.exec(text) ?? []
  if (host === undefined) return 'unknown kind of source'
  return `write its scheme: ${isLocalHost(host) ? 'http' : 'https'}://${text}`
}

/** `mcp:https://host/mcp` is an MCP server with the skills extension; trusted by host and path. */
function parseSkillServer(text: string): Result<SourceReference> | undefined {
  const [, address] = /^mcp:(https?:.*)$/i.exec(text) ?? []
  if (address === undefined) return undefined
  const url = parseUrl(address)
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(address) || url.search !== '' || url.hash !== '') {
    return refuseReference(text, 'use mcp:https://host/path')
  }
  if (url.username !== '' || url.password !== '')
    return refuseReference(text, 'URLs must not contain a user name or password')
  return succeed({ kind: 'mcp', text: `mcp:${address}`, identity: identityOf(url), location: url.href })
}

/** No public host is reached without encryption, whatever is trusted. */
function refuseHttp(
  text: string,
  { allowedHosts = [], registries = {} }: ReferenceOptions,
): Result<SourceReference> | undefined {
  const address = text.replace(/^git\+/i, '')
  if (!/^http:\/\//i.test(address) || parseUrl(address) === undefined) return undefined
  const { host, hostname } = new URL(address)
  const named = Object.values(registries).flatMap((url) => (parseUrl(url) !== undefined ? [new URL(url).host] : []))
  const allowed = [...allowedHosts.map((each) => each.toLowerCase()), ...named]
  if (isLocalHost(hostname) || allowed.includes(host) || allowed.includes(hostname)) return undefined
  const secure = redactSecrets(text.replace(/http:/i, 'https:'))
  return fail('source_untrusted', `'${redactSecrets(text)}' is not encrypted, so it is not a source`, [`Use ${secure}`])
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

/** `clawhub+https://host` is a registry by URL, `clawhub+https://host#pdf` a skill in it; trusted by host. */
function parseRegistryAddress(text: string): Result<SourceReference> | undefined {
  const [, address, skill] = /^clawhub\+([^#]*)(?:#(.*))?$/i.exec(text) ?? []
  if (address === undefined) return undefined
  const url = parseUrl(address)
  if (url === undefined || !/^https?:\/\/[^/\\]/i.test(address) || url.search !== '') {
    return refuseReference(text, 'use clawhub+https://host or clawhub+https://host#skill')
  }
  if (url.username !== '' || url.password !== '')
    return refuseReference(text, 'URLs must not contain a user name or password')
  const location = url.href.replace(/\/+$/, '')
  const reference = { kind: 'clawhub' as const, text, identity: identityOf(url), location }
  return skill === undefined ? succeed(reference) : withSkill(reference, skill)
}

function withSkill(reference: SourceReference, skill: string): Result<SourceReference> {
  const [, owner, slug, ref] = SLUG_REFERENCE.exec(skill) ?? []
  if (slug === undefined || (ref !== undefined && !isSafeRef(ref))) {
    return refuseReference(
      reference.text,
      'no valid skill after the registry: use clawhub:skill or clawhub:@owner/skill@1.2.3',
    )
  }
  const path = owner === undefined ? slug : `@${owner}/${slug}`
  return succeed({ ...reference, path, ...(ref !== undefined && { ref }) })
}

/** `skills-sh:owner/repo/slug`: the registry is asked for its location, and the repository needs to be trusted too. */
function parseListedSkill(text: string): Result<SourceReference> | undefined {
  if (!/^skills-sh:/i.test(text)) return undefined
  if (parseListed(text) !== undefined)
    return succeed({ kind: 'clawhub', text, identity: 'clawhub', location: '', path: text })
  return refuseReference(text, 'use skills-sh:owner/repository/skill')
}

const LOCAL_START = /^(?:\.{1,2}(?:[\\/]|$)|~(?:[\\/]|$)|\/|[a-z]:[\\/])/i

function parseLocal(text: string, options: ReferenceOptions): Result<SourceReference> | undefined {
  const { home, workdir, allowsFileUrls = false } = options
  const isNamed = /^local:/i.test(text)
  if (!isNamed && !LOCAL_START.test(text)) return undefined
  const written = isNamed ? text.slice('local:'.length) : text
  if (written === '' || written === '*') return refuseReference(text, 'it does not name a directory')
  const location = toAbsolute(written, home, workdir)
  if (location === undefined) return refuseReference(text, 'the home or working directory is unknown')
  const reference = { kind: 'local', text: `local:${written}`, identity: `local:${location}`, location } as const
  return succeed((allowsFileUrls ? referToRepository(reference) : undefined) ?? reference)
}

/** `./repo.git#ref:path`: a bare repository takes what a repository elsewhere takes, unless a directory has that name. */
function parseDiskRepository(text: string, options: ReferenceOptions): Result<SourceReference> | undefined {
  const hash = text.indexOf('#')
  if (options.allowsFileUrls !== true || hash < 0 || existsSync(toAbsolute(text, options.home, options.workdir) ?? ''))
    return undefined
  const repository = parseLocal(text.slice(0, hash), options)
  if (repository?.ok !== true || repository.value.kind !== 'git') return undefined
  return parseGitReference(`${repository.value.text}${text.slice(hash)}`, options)
}

function toAbsolute(path: string, home: string | undefined, workdir: string | undefined): string | undefined {
  if (path === '~' || /^~[\\/]/.test(path)) return home === undefined ? undefined : resolve(home, `.${path.slice(1)}`)
  // `~other` is a directory of that name, never another user's home.
  if (isAbsolute(path)) return resolve(normalize(path))
  return workdir === undefined ? undefined : resolve(workdir, path)
}

const ARCHIVE = /\.(?:zip|tar|tar\.gz|tgz|skill)$/i
const DOCUMENT = /\.md$/i
const MARKETPLACE = /\/marketplace\.json$/i
const PIN = /^#sha256=([0-9a-f]{64})$/i

function parseWeb(text: string): Result<SourceReference> | undefined {
  const address = /^https?:\/\//i.test(text) ? text : bareHost(text)
  if (address === undefined) return undefined
  const url = parseUrl(address)
  if (url === undefined || /^https?:\/\/\//i.test(address) || address.includes('\\')) {
    return refuseReference(text, 'the URL is invalid')
  }
  if (url.username !== '' || url.password !== '')
    return refuseReference(text, 'URLs must not contain a user name or password')
  const digest = PIN.exec(url.hash)?.[1]?.toLowerCase()
  if (digest === undefined && /^#sha256=/i.test(url.hash)) {
    return refuseReference(text, 'use #sha256= with 64 hexadecimal digits')
  }
  url.hash = ''
  const isFile = [ARCHIVE, DOCUMENT, MARKETPLACE].some((ending) => ending.test(url.pathname))
  return succeed({
    kind: isFile || digest !== undefined ? 'url' : 'well-known',
    text: redactSecrets(text),
    identity: identityOf(url),
    location: url.href,
    ...(digest !== undefined && { digest }),
  })
}

/** `skills.example.com/team` without a protocol: the dot distinguishes a host from a word. */
function bareHost(text: string): string | undefined {
  return /^[^\s/@:?#]+\.[^\s/@:?#.]{2,}(?::[0-9]{1,5})?(?:\/[^\s?#]*)?$/u.test(text) ? `https://${text}` : undefined
}
