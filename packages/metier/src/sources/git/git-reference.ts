/** Parses the spellings of a git repository: shorthand, URLs, tree pages of code hosts, `#ref` and `:path`. */

import { type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { redactSecrets } from '../redact.js'
import { identityOf, isSafeRef, isSafeSubpath, refuseReference } from '../reference-parts.js'
import type { SourceReference } from '../source.js'
import { isFileUrl, parseFileUrl } from './disk-repository.js'

interface GitParts {
  readonly location: string
  readonly identity: string
  readonly ref?: string | undefined
  readonly path?: string | undefined
}

interface Host {
  /** The path segment between the repository and `ref/path`. */
  readonly page: RegExp
  readonly isNested: boolean
}

/** Hosts whose directory pages are recognized. */
const HOSTS: Readonly<Record<string, Host>> = {
  'github.com': { page: /^(?:tree|blob)$/, isNested: false },
  'gitlab.com': { page: /^-$/, isNested: true },
  'bitbucket.org': { page: /^src$/, isNested: false },
  'codeberg.org': { page: /^src$/, isNested: false },
}
const SHORT_HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
}
/** Git remote helpers that run programs, and protocols that reach into this machine. */
const FORBIDDEN = /^[a-z0-9+.-]+::|^(?:file|fd|ext|git|ftp|ftps|rsync|data|javascript):/i

/** A git source; undefined if the text is not one; a failure if it must not be used. */
export function parseGitReference(
  text: string,
  { allowsFileUrls = false }: { readonly allowsFileUrls?: boolean | undefined } = {},
): Result<SourceReference> | undefined {
  const plain = text.replace(/^git\+(?=https?:|ssh:|file:)/i, '')
  if (isForbidden(plain, allowsFileUrls))
    return refuseReference(text, 'this protocol is not allowed; use https, ssh or local:/path')
  const { address, ref, path } = splitSuffix(plain)
  const parts = parseAddress(address, plain !== text)
  if (parts === undefined) return undefined
  if (typeof parts === 'string') return refuseReference(text, parts)
  const wanted = { ref: ref ?? parts.ref, path: path ?? parts.path }
  if (wanted.ref !== undefined && !isSafeRef(wanted.ref))
    return refuseReference(text, 'the branch or tag name is invalid')
  if (wanted.path !== undefined && !isSafeSubpath(wanted.path)) {
    return refuseReference(text, 'the path points outside the repository or is not a valid file name')
  }
  return succeed({
    kind: 'git',
    text: redactSecrets(text),
    identity: parts.identity,
    location: parts.location,
    ...(wanted.ref !== undefined && { ref: wanted.ref }),
    ...(wanted.path !== undefined && { path: wanted.path }),
  })
}

function isForbidden(address: string, allowsFileUrls: boolean): boolean {
  return FORBIDDEN.test(address) && !(allowsFileUrls && isFileUrl(address))
}

/** `address#ref:path`, `address.git:path`, `owner/repo:path`. */
function splitSuffix(text: string): { address: string; ref?: string | undefined; path?: string | undefined } {
  const hash = text.indexOf('#')
  if (hash >= 0) {
    const [ref = '', ...path] = text.slice(hash + 1).split(':')
    const joined = trimSlashes(path.join(':'))
    return { address: text.slice(0, hash), ref: ref === '' ? undefined : ref, path: joined === '' ? undefined : joined }
  }
  const suffix =
    /^(.*\.git):([^:]+)$/.exec(text) ??
    /^((?:(?:[a-z0-9-]+\.)+[a-z]+\/|[a-z]+:)?[^/:@\s]+\/[^/:@\s]+):([^:\s]+)$/i.exec(text)
  if (suffix === null || /^[a-z+]+:\/\//i.test(suffix[0]) !== /^[a-z+]+:\/\//i.test(suffix[1] ?? ''))
    return { address: text }
  return { address: suffix[1] ?? text, path: trimSlashes(suffix[2] ?? '') }
}

function parseAddress(address: string, isGit: boolean): GitParts | string | undefined {
  if (isFileUrl(address)) return parseFileUrl(address) ?? 'the URL is invalid'
  if (/^ssh:\/\//i.test(address)) return parseSsh(address)
  if (/^https?:\/\//i.test(address)) return parseHttp(address, isGit)
  const scp = /^([a-z0-9_.-]+)@([a-z0-9.-]+):(?!\/\/)(.+)$/i.exec(address)
  if (scp !== null) return parseSsh(`ssh://${scp[1]}@${scp[2]}/${scp[3]?.replace(/^\//, '')}`)
  const short = /^(github|gitlab|bitbucket):(.+)$/i.exec(address)
  if (short !== null) return parseHttp(`https://${SHORT_HOSTS[short[1]?.toLowerCase() ?? '']}/${short[2]}`, true)
  const first = (address.split('/', 1)[0] ?? '').toLowerCase()
  if (Object.hasOwn(HOSTS, first) || /\.git$/i.test(address)) return parseHttp(`https://${address}`, isGit)
  return parseShorthand(address)
}

/** `owner/repo` and `owner/repo/folder` on GitHub. */
function parseShorthand(address: string): GitParts | undefined {
  const [owner = '', repository = '', ...path] = trimSlashes(address).split('/')
  if (!/^[a-z0-9][a-z0-9-]{0,38}$/i.test(owner) || !/^[a-z0-9_.-]+$/i.test(repository)) return undefined
  return repositoryAt(new URL(`https://github.com/${owner}/${repository}`), { path: path.join('/') || undefined })
}

function parseSsh(address: string): GitParts | string {
  const url = parseUrl(address)
  if (url === undefined || url.hostname === '' || url.hostname.startsWith('-')) return 'the URL is invalid'
  if (url.password !== '') return 'URLs must not contain a password'
  if (/^-|%/.test(url.username) || url.search !== '') return 'the URL is invalid'
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.some(isUnsafeSegment) || segments.length === 0) return 'the URL is invalid'
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  const port = url.port === '' || url.port === '22' ? '' : `:${url.port}`
  const user = url.username === '' ? '' : `${url.username}@`
  return {
    location: `ssh://${user}${host}${port}/${segments.join('/')}`,
    identity: `${host}${port}/${segments.join('/').replace(/\.git$/i, '')}`,
  }
}

function parseHttp(address: string, isGit: boolean): GitParts | string | undefined {
  const url = parseUrl(address)
  if (url === undefined || /^https?:\/\/\//i.test(address) || address.includes('\\')) return 'the URL is invalid'
  url.hostname = url.hostname.replace(/\.$/, '')
  const known = Object.hasOwn(HOSTS, url.host) ? HOSTS[url.host] : undefined
  const isRepository = known === undefined ? isGit || /\.git\/?$/i.test(url.pathname) : !isFilePage(url.pathname)
  return isRepository ? parseRepository(url, known) : undefined
}

function parseRepository(url: URL, known: Host | undefined): GitParts | string {
  if (url.username !== '' || url.password !== '') return 'URLs must not contain a user name or password'
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (url.search !== '' || segments.some(isUnsafeSegment)) return 'the URL is invalid'
  if (segments.length < (known === undefined ? 1 : 2)) return 'it does not name a repository'
  return known === undefined ? repositoryAt(url, {}) : splitPage(url, segments, known)
}

/** A host's download links are files, not repositories. */
function isFilePage(path: string): boolean {
  return /\/(?:archive|releases\/download|raw|-\/archive|-\/raw)\//.test(path)
}

function isUnsafeSegment(segment: string): boolean {
  if (segment === '-') return false
  return segment === '..' || segment === '.' || segment.startsWith('-') || /[%\s\\]/.test(segment)
}

function splitPage(url: URL, segments: readonly string[], { page, isNested }: Host): GitParts {
  const at = segments.findIndex((segment, index) => index >= 2 && page.test(segment))
  const end = at < 0 ? (isNested ? segments.length : 2) : at
  const repository = new URL(`/${segments.slice(0, end).join('/')}`, url)
  if (at < 0) return repositoryAt(repository, { path: segments.slice(end).join('/') || undefined })
  const rest = segments.slice(at + 1)
  const [ref, ...path] = isNested || /^(?:branch|tag|commit)$/.test(rest[0] ?? '') ? rest.slice(1) : rest
  // The page of a SKILL.md refers to its directory.
  const folder = /^skill\.md$/i.test(path.at(-1) ?? '') ? path.slice(0, -1) : path
  return repositoryAt(repository, { ref, path: folder.join('/') || undefined })
}

function repositoryAt(url: URL, wanted: { ref?: string | undefined; path?: string | undefined }): GitParts {
  const pathname = url.pathname.replace(/\/+$/, '').replace(/\.git$/i, '')
  const identity = identityOf(new URL(`${url.origin}${pathname}`))
  const isKnown = Object.hasOwn(HOSTS, url.hostname)
  return { location: `${url.origin}${isKnown ? pathname : url.pathname.replace(/\/+$/, '')}`, identity, ...wanted }
}

function trimSlashes(text: string): string {
  return text.replace(/^\/+|\/+$/g, '')
}
