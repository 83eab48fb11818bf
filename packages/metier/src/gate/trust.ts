/** Decides which sources are trusted: patterns and identities are compared part by part, never as substrings. */

import { fail, type Result, succeed } from '../skill/failure.js'
import { matchesPattern } from '../skill/text/pattern.js'
import { type HostPath, parseHostPath } from './host-path.js'

/** Trusted by default. */
export const DEFAULT_TRUSTED_SOURCES: readonly string[] = ['clawhub', 'local:*']

const LOCAL = 'local:'
const NAMED = /^[a-z0-9][a-z0-9-]*$/

/**
 * Whether one of the patterns covers a source's identity.
 *
 * @example
 * isTrustedSource('github.com/openclaw/skills', ['github.com/openclaw/*']) // true
 */
export function isTrustedSource(identity: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => covers(pattern, identity))
}

/**
 * Whether one of the patterns restricts a source. A host without a port covers every port: a restriction that forgets the port
 * must not be lifted by it.
 */
export function isRestrictedSource(identity: string, patterns: readonly string[]): boolean {
  const host = parseHostPath(identity)
  const isPlain = host === undefined || host.port === ''
  const identities = isPlain ? [identity] : [identity, spell({ ...host, port: '' })]
  return identities.some((each) => isTrustedSource(each, patterns))
}

/** Whether one of the patterns that cover a source has its host to the letter, not as `*.example.com`. */
export function isHostNamed(identity: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => !pattern.trim().startsWith('*') && covers(pattern, identity))
}

/** The pattern in its stored spelling, or why it is invalid. */
export function checkTrustPattern(pattern: string): Result<string> {
  const text = pattern.trim()
  if (NAMED.test(text)) return succeed(text)
  if (text.startsWith(LOCAL)) return checkLocalPattern(text)
  const plain = text.replace(/^https:\/\//i, '')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(plain)) return refusePattern(pattern, 'remove the protocol')
  const parts = parseHostPath(plain)
  if (parts === undefined) return refusePattern(pattern, 'not a host, or ambiguous')
  const problem = checkBreadth(parts)
  return problem === undefined ? succeed(spell(parts)) : refusePattern(pattern, problem)
}

/** Hosts whose repositories all have an owner: one part after the host is never a repository. */
const OWNED_HOSTS: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'bitbucket.org'])

/** A checked pattern, or why no source can match it. `registries` are the names of those in use. */
export function checkTrustReach(pattern: string, registries: readonly string[]): Result<string> {
  if (NAMED.test(pattern)) {
    if (registries.includes(pattern)) return succeed(pattern)
    return fail('source_untrusted', `'${pattern}' matches no source: no registry has that name`, [
      `Registries: ${registries.join(', ')}. To trust an owner on GitHub, run: metier trust "github.com/${pattern}/*"`,
    ])
  }
  const [host = '', owner = '', ...more] = pattern.split('/')
  if (!OWNED_HOSTS.has(host) || owner === '' || owner === '*' || more.length > 0) return succeed(pattern)
  return fail('source_untrusted', `'${pattern}' matches no source: it names an owner, not a repository`, [
    `To trust all repositories of that owner, run: metier trust "${pattern}/*"`,
  ])
}

function checkLocalPattern(text: string): Result<string> {
  const path = text.slice(LOCAL.length)
  if (path === '*') return succeed(text)
  const segments = localSegments(path)
  if (segments === undefined) return refusePattern(text, 'use `local:*` or `local:` with an absolute path')
  const wild = segments.findIndex((segment) => segment.includes('*'))
  if (wild >= 0 && (wild !== segments.length - 1 || segments[wild] !== '*')) {
    return refusePattern(text, 'only the last part of a local path may be `*`')
  }
  return succeed(text)
}

function checkBreadth({ labels, segments }: HostPath): string | undefined {
  if (labels[0] === '*' && labels.length < 3) return 'it covers a whole top-level domain'
  return segments.some((segment) => segment.includes('**'))
    ? '`**` is not supported; a trailing `*` already covers all levels'
    : undefined
}

function refusePattern(pattern: string, why: string): Result<never> {
  return fail('source_untrusted', `'${printable(pattern)}' is not a valid source: ${why}`, [
    'Use clawhub, local:*, local:/path/*, github.com/owner/* or a host such as skills.example.com',
  ])
}

function covers(pattern: string, identity: string): boolean {
  const checked = checkTrustPattern(pattern)
  if (!checked.ok) return false
  const isNamed = NAMED.test(identity)
  // A name without a dot is a registry in both, or in neither: `clawhub` must not cover a host of that name.
  if (isNamed || NAMED.test(checked.value)) return isNamed && checked.value === identity
  const isLocal = identity.startsWith(LOCAL)
  if (isLocal !== checked.value.startsWith(LOCAL)) return false
  return isLocal ? coversLocal(checked.value, identity) : coversHost(checked.value, identity)
}

function coversLocal(pattern: string, identity: string): boolean {
  const segments = localSegments(identity.slice(LOCAL.length))
  if (segments === undefined) return false
  if (pattern === `${LOCAL}*`) return true
  const wanted = localSegments(pattern.slice(LOCAL.length)) ?? []
  return wanted.at(-1) === '*'
    ? segments.length >= wanted.length && wanted.slice(0, -1).every((part, index) => part === segments[index])
    : segments.length === wanted.length && wanted.every((part, index) => part === segments[index])
}

/** The parts of an absolute POSIX or Windows path; undefined for anything else, and for paths with `..`. */
function localSegments(path: string): readonly string[] | undefined {
  const isWindows = /^[a-z]:[\\/]/i.test(path)
  if (!isWindows && !path.startsWith('/')) return undefined
  const segments = (isWindows ? path.toLowerCase() : path)
    .split(isWindows ? /[\\/]/ : '/')
    .filter((segment, index) => segment !== '' || index === 0)
  return segments.includes('..') || segments.includes('.') || path.includes('\0') ? undefined : segments
}

function coversHost(pattern: string, identity: string): boolean {
  const wanted = parseHostPath(pattern)
  const given = parseHostPath(identity)
  if (wanted === undefined || given === undefined) return false
  return (
    coversLabels(wanted.labels, given.labels) &&
    wanted.port === given.port &&
    coversPath(wanted.segments, given.segments)
  )
}

function coversLabels(wanted: readonly string[], given: readonly string[]): boolean {
  if (given[0] === '*') return false
  if (wanted[0] !== '*') return wanted.length === given.length && wanted.every((label, index) => label === given[index])
  const rest = wanted.slice(1)
  return given.length > rest.length && rest.every((label, index) => label === given[given.length - rest.length + index])
}

/** No path covers the whole host; a trailing `*` covers one or more parts, any other matches within its part. */
function coversPath(wanted: readonly string[], given: readonly string[]): boolean {
  if (wanted.length === 0 || (wanted.length === 1 && wanted[0] === '*')) return true
  const isDeep = wanted.at(-1) === '*'
  if (isDeep ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every(
    (part, index) => (isDeep && index === wanted.length - 1) || matchesPattern(part, given[index] ?? ''),
  )
}

function spell({ labels, port, segments }: HostPath): string {
  return [`${labels.join('.')}${port === '' ? '' : `:${port}`}`, ...segments].join('/')
}

function printable(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
}
