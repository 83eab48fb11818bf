/** Skills that a registry lists and a repository holds: the registry names the commit, git fetches it. */

import type { GateTools } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isSafeSubpath } from '../reference-parts.js'
import type { Offer, Source, SourceContext, SourceReference, StagedBundle } from '../source.js'
import type { InstallAnswer } from './clawhub-answers.js'
import type { ClawhubApi, SkillRequest } from './clawhub-api.js'
import { folderHash } from './clawhub-verify.js'

type Handoff = Extract<InstallAnswer, { kind: 'github' }>

/** The offer of such a skill; the repository needs trust of its own. */
export function offerFromRepository(
  handoff: Handoff,
  asked: SkillRequest,
  common: Omit<Offer, 'version' | 'commit'>,
  context: SourceContext,
): Result<readonly Offer[]> {
  const identity = identityOf(handoff)
  if (!context.isTrusted(identity)) {
    return fail('source_untrusted', `The registry gets '${asked.slug}' from ${identity}, which is not trusted`, [
      `To trust it: metier trust ${identity}`,
    ])
  }
  if (handoff.path !== '' && !isSafeSubpath(handoff.path)) {
    return fail('skill_invalid', `The registry names a path for '${asked.slug}' that leaves the repository`)
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
    return fail(
      'integrity_mismatch',
      `The registry changed where '${asked.slug}' comes from while it was being installed`,
    )
  }
  const { contentHash } = install.value
  const staged = await git.fetch(referenceOf(install.value), offer, directory, context)
  if (!staged.ok || contentHash === undefined) return staged
  // What stays out on purpose is in the registry's sum as well; the commit vouches for the files then.
  const isComparable = staged.value.leftOut.length === 0
  if (isComparable && folderHash(staged.value.files, tools) !== contentHash) {
    return fail('integrity_mismatch', `The repository's files of '${asked.slug}' are not what the registry reviewed`)
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
