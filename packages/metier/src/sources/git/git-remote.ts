/** Locates a repository: mirrors, redirects and addresses are resolved here before git runs. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import type { Git, Remote } from '../../system/git/git.js'
import { parseAdvertisement } from '../../system/git/git-output.js'
import type { HttpAnswer, HttpClient } from '../../system/http/http.js'
import { HttpProblem } from '../../system/http/http-problem.js'
import { proxyFor } from '../../system/http/network-variables.js'
import { getUrl, isNamedBy } from '../download.js'
import { identityOf } from '../reference-parts.js'
import type { SourceContext, SourceReference } from '../source.js'
import type { SettledOptions } from '../sources-options.js'
import { locateRepository } from './disk-repository.js'

export interface ReachedRemote {
  readonly remote: Remote
  readonly refs: ReadonlyMap<string, string>
}

const ADVERTISEMENT_BYTES = 32 * 1024 * 1024
const SUFFIX = '/info/refs?service=git-upload-pack'

/** The remote with its branches and tags. Over https, our own client asks, and git must use the address it checked. */
export async function reachRemote(
  reference: SourceReference,
  context: SourceContext,
  options: SettledOptions,
  git: Git | undefined,
): Promise<Result<ReachedRemote>> {
  const location = mirrored(reference.location, options.mirrors)
  if (location.startsWith('file:')) return await reachOnDisk(reference, context, git)
  if (location.startsWith('ssh:')) return await reachBySsh(location, reference, context, options, git)
  const { http } = options
  const asked = await askHost(location, reference, context, options)
  if (!asked.ok) return asked
  const { authorization, ...answer } = asked
  const refs = answer.value.status === 200 ? parseAdvertisement(answer.value.body) : undefined
  if (refs === undefined) return refuseRepository(reference, answer.value.status)
  const final = answer.value.url.endsWith(SUFFIX) ? answer.value.url.slice(0, -SUFFIX.length) : location
  const target = new URL(final)
  const moved = refuseMoved(reference, location, target, context)
  if (moved !== undefined) return moved
  const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port
  const { address } = answer.value
  const remote = {
    url: final,
    // A repository that moved is at another place, which the credential may not be for.
    ...(final === location && { authorization }),
    signal: context.signal,
    ...(address !== undefined && { resolved: `${target.hostname}:${port}:${bracket(address)}` }),
    proxy: proxyFor(target, http.proxies)?.href,
  }
  return succeed({ remote, refs })
}

type HostAnswer = Result<HttpAnswer> & { readonly authorization?: string | undefined }

/** What the host advertises; asked again with the user's credential if it refused without one. */
async function askHost(
  location: string,
  { identity }: SourceReference,
  context: SourceContext,
  options: SettledOptions,
): Promise<HostAnswer> {
  const download = { url: `${location}${SUFFIX}`, identity, context, mostBytes: ADVERTISEMENT_BYTES }
  const first = await getUrl(options.http, download)
  if (!first.ok || !PRIVATE.includes(first.value.status)) return first
  const authorization = await authorize(first.value, location, context, options)
  if (authorization === undefined) return first
  return { ...(await getUrl(options.http, { ...download, headers: { authorization } })), authorization }
}

const PRIVATE: readonly number[] = [401, 403, 404]

/** The user's credential, asked for only if the host itself refused without one, not a host that it redirected to. */
async function authorize(
  { url }: HttpAnswer,
  location: string,
  { signal }: SourceContext,
  { git, variables }: SettledOptions,
): Promise<string | undefined> {
  const target = new URL(location)
  if (new URL(url).origin !== target.origin) return undefined
  const { findGitAuthorization } = await import('../../system/git/git-credential.js')
  return await findGitAuthorization(target, { program: git, variables, signal })
}

/** A repository that has moved is a different one to a user who trusts it by path. */
function refuseMoved(
  { text, location: asked }: SourceReference,
  location: string,
  target: URL,
  { isTrusted }: SourceContext,
): Result<never> | undefined {
  const identity = identityOf(new URL(target.href.replace(/\.git$/i, '')))
  const isMirror = asked !== location
  const isSame = identity === identityOf(new URL(location.replace(/\.git$/i, '')))
  if (isMirror || isSame || isTrusted(identity)) return undefined
  return fail('source_untrusted', `${text} moved to ${identity}, which is not trusted`, [
    `If you trust it, run: metier trust ${identity}`,
  ])
}

async function reachOnDisk(
  reference: SourceReference,
  context: SourceContext,
  git: Git | undefined,
): Promise<Result<ReachedRemote>> {
  if (git === undefined) return fail('source_unavailable', 'git is not installed, but repositories on disk need it')
  const url = locateRepository(reference, context)
  if (!url.ok) return url
  const remote = { url: url.value, isOnDisk: true, signal: context.signal }
  const refs = await git.listRemote(remote)
  return refs.ok ? succeed({ remote, refs: refs.value }) : refs
}

async function reachBySsh(
  url: string,
  { identity }: SourceReference,
  context: SourceContext,
  { http }: SettledOptions,
  git: Git | undefined,
): Promise<Result<ReachedRemote>> {
  if (git === undefined) {
    return fail('source_unavailable', 'git is not installed, but ssh sources need it', [
      "Use the repository's https URL",
    ])
  }
  const refused = isNamedBy(context, identity) ? undefined : await refuseSshHost(new URL(url), http)
  if (refused !== undefined) return refused
  const remote = { url, signal: context.signal }
  const refs = await git.listRemote(remote)
  return refs.ok ? succeed({ remote, refs: refs.value }) : refs
}

/** Address rules apply to ssh too. A name that only the user's ssh configuration knows is trusted as the user's own. */
async function refuseSshHost({ hostname }: URL, { policy }: HttpClient): Promise<Result<never> | undefined> {
  try {
    await policy.check(new URL(`https://${hostname}/`), undefined, false)
    return undefined
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return error.code === 'source_unavailable' ? undefined : fail(error.code, error.message, error.suggestions)
  }
}

function refuseRepository({ text }: SourceReference, status: number): Result<never> {
  if ([...PRIVATE, 410].includes(status)) {
    return fail('source_unavailable', `${text} does not exist, or is not public (${status})`, [
      "For a private repository, sign in with 'gh auth login' or a git credential helper, or use its ssh URL: git@host:owner/repo.git",
    ])
  }
  return fail('source_unavailable', `${text} is not a git repository (${status})`)
}

/** The URL of a repository on the mirror configured for its host. */
export function mirrored(location: string, mirrors: Readonly<Record<string, string>>): string {
  const { host, pathname } = new URL(location)
  const mirror = Object.hasOwn(mirrors, host) ? mirrors[host] : undefined
  return mirror === undefined ? location : `${mirror.replace(/\/+$/, '')}${pathname}`
}

function bracket(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}
