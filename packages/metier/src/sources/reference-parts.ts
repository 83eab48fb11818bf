/** The grammars of a reference's parts other than its URL. */

import { checkEntryPath } from '../gate/entry-path.js'
import { isInstallName } from '../gate/install-name.js'
import { fail, type Result } from '../skill/failure.js'
import { redactSecrets } from './redact.js'

const REF = /^[A-Za-z0-9_][A-Za-z0-9._/+@-]{0,199}$/

/** Whether a text is a valid branch, tag, commit or version: a subset of git's grammar that cannot hide an option. */
export function isSafeRef(ref: string): boolean {
  return REF.test(ref) && !/\.\.|\/\/|\/\.|@\{|\.lock(?:\/|$)|[/.]$/.test(ref)
}

/** Whether a text is a valid directory inside a repository or archive. */
export function isSafeSubpath(path: string): boolean {
  return !path.startsWith('-') && checkEntryPath(path) === undefined
}

/** A skill that a registry lists from a repository. */
export interface RepositoryListing {
  /** `owner/repo`. */
  readonly repository: string
  readonly slug: string
}

const LISTED = /^skills-sh:([a-z0-9][a-z0-9-]{0,38}\/[a-z0-9_.-]{1,100})\/([a-z0-9-]+)$/i

/** The parts of `skills-sh:owner/repo/slug`; undefined if the text is not one. */
export function parseListed(text: string): RepositoryListing | undefined {
  const [, repository, slug = ''] = LISTED.exec(text) ?? []
  const lower = slug.toLowerCase()
  if (repository === undefined || /\/\.{1,2}$/.test(repository) || !isInstallName(lower)) return undefined
  return { repository, slug: lower }
}

/** The part of a URL that trust compares: host, port unless it is 443, and path. */
export function identityOf(url: URL): string {
  const port = url.protocol === 'http:' && url.port === '' ? ':80' : url.port === '' ? '' : `:${url.port}`
  const host = `${url.hostname.replace(/\.$/, '')}${port}`
  const path = url.pathname.replace(/\/+$/, '')
  // A single-word host must not look like a registry name.
  return path === '' && !/[.:]/.test(host) ? `${host}/` : `${host}${path}`
}

/** The failure for any text that is not a source: what is wrong, and what to use instead. */
export function refuseReference(text: string, why: string): Result<never> {
  const shown = JSON.stringify(redactSecrets(text.slice(0, 200))).slice(1, -1)
  // An invalid source counts as untrusted; the message says what is wrong with it.
  return fail('source_untrusted', `'${shown}' is not a valid source: ${why}`, [
    'Use clawhub, local:/path, github.com/owner/repo, npm:package, an https URL or a repository URL',
  ])
}
