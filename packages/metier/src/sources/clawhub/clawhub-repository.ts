/** Skills listed by a registry and stored in a repository: the registry names the commit, git fetches it. */

import type { GateTools } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isSafeSubpath } from '../reference-parts.js'
import type { Offer, Source, SourceContext, SourceReference, StagedBundle } from '../source.js'
import type { InstallAnswer } from './clawhub-answers.js'
import type { ClawhubApi, SkillRequest } from './clawhub-api.js'
import { folderHash } from './clawhub-verify.js'

type Handoff = Extract<InstallAnswer, { kind: 'github' }>

/** The offer for such a skill; the repository needs to be trusted separately. */
export function offerFromRepository(
  handoff: Handoff,
  asked: SkillRequest,
  common: Omit<Offer, 'version' | 'commit'>,
  context: SourceContext,
): Result<readonly Offer[]> {
  const identity = identityOf(handoff)
  if (!context.isTrusted(identity)) {
    return fail('source_untrusted', `The registry fetches '${asked.slug}' from ${identity}, which is not trusted`, [
      `If you trust it, run: metier trust ${identity}`,
    ])
  }
  if (handoff.path !== '' && !isSafeSubpath(handoff.path)) {
    return fail('skill_invalid', `The registry's path for '${asked.slug}' points outside the repository`)
  }
  return succeed([{ ...common, commit: handoff.commit, path: handoff.path }])
}

export async function fetchFromRepository(
  api: ClawhubApi,
  asked: SkillRequest,
  offer: Offer,
  directory: string,
  context: SourceContext,
  git: Source,
  tools: GateTools,
): Promise<Result<StagedBundle>> {
  const install = await api.getInstall(asked)
  if (!install.ok) return install
  if (install.value.kind !== 'github' || install.value.commit !== offer.commit || install.value.path !== offer.path) {
    return fail('integrity_mismatch', `The registry changed the origin of '${asked.slug}' during the install`)
  }
  const { contentHash } = install.value
  const staged = await git.fetch(referenceOf(install.value), offer, directory, context)
  if (!staged.ok || contentHash === undefined) return staged
  // The registry's checksum also covers the files we exclude and counts links as links; in that case the commit verifies them.
  const isComparable = staged.value.leftOut.length === 0 && (staged.value.links ?? []).length === 0
  if (isComparable && folderHash(staged.value.files, tools) !== contentHash) {
    return fail(
      'integrity_mismatch',
      `The repository's files for '${asked.slug}' do not match what the registry reviewed`,
    )
  }
  return staged
}

function identityOf({ repository }: Handoff): string {
  return `github.com/${repository}`
}

function referenceOf(handoff: Handoff): SourceReference {
  const identity = identityOf(handoff)
  return { kind: 'git', text: identity, identity, location: `https://${identity}`, ref: handoff.commit }
}
