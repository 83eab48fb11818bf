/** The grammars of what a reference may carry beside its address. */

import { checkEntryPath } from '../gate/entry-path.js'
import { fail, type Result } from '../skill/failure.js'
import { redactSecrets } from './redact.js'

const REF = /^[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,199}$/

/** Whether a text can be a branch, tag, commit or version: a part of git's own grammar that no option can be hidden in. */
export function isSafeRef(ref: string): boolean {
  return REF.test(ref) && !/\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)|[/.]$/.test(ref)
}

/** Whether a text can be a folder below a repository or archive. */
export function isSafeSubpath(path: string): boolean {
  return !path.startsWith('-') && checkEntryPath(path) === undefined
}

const INSTALL_NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

/** Whether the folder of an install may have this name (security 6.10): checked before any path is built from it. */
export function isInstallName(name: string): boolean {
  return INSTALL_NAME.test(name)
}

/** The nearest name that an install may have, or undefined where nothing is left of it. */
export function toInstallName(name: string): string | undefined {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 64)
    .replace(/-+$/, '')
  return isInstallName(plain) ? plain : undefined
}

/** A skill that a registry lists from a repository. */
export interface RepositoryListing {
  /** `owner/repo`. */
  readonly repository: string
  readonly slug: string
}

const LISTED = /^skills-sh:([a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_.-]{1,100})\/([a-z0-9-]+)$/i

/** The parts of `skills-sh:owner/repo/slug`; undefined where a text is none. */
export function parseListed(text: string): RepositoryListing | undefined {
  const [, repository, slug = ''] = LISTED.exec(text) ?? []
  const lower = slug.toLowerCase()
  if (repository === undefined || /\/\.{1,2}$/.test(repository) || !isInstallName(lower)) return undefined
  return { repository, slug: lower }
}

/** What trust compares of an address: host, port unless it is 443, and path. */
export function identityOf(url: URL): string {
  const port = url.protocol === 'http:' && url.port === '' ? ':80' : url.port === '' ? '' : `:${url.port}`
  const host = `${url.hostname.replace(/\.$/, '')}${port}`
  const path = url.pathname.replace(/\/+$/, '')
  // A host of one word must not look like the name of a registry.
  return path === '' && !/[.:]/.test(host) ? `${host}/` : `${host}${path}`
}

/** The one answer to every text that is no source: what is wrong with it, and what is one. */
export function refuseReference(text: string, why: string): Result<never> {
  const shown = JSON.stringify(redactSecrets(text.slice(0, 200))).slice(1, -1)
  // C-23: nobody trusts what is no source; why it is none is said beside it.
  return fail('source_untrusted', `'${shown}' is not a source that can be used: ${why}`, [
    'Use clawhub, local:/path, github.com/owner/repo, an https address, or a repository address',
  ])
}
