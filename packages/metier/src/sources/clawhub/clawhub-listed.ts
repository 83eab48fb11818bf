/** Skills that a registry lists from elsewhere: `skills-sh:owner/repo/slug` is a directory in a git repository. */

import type { Finding } from '../../gate/finding.js'
import { fail, type Result } from '../../skill/failure.js'
import type { RepositoryListing } from '../reference-parts.js'
import type { Offer, SourceContext } from '../source.js'
import { suspicionOf } from './clawhub-answers.js'
import { type ClawhubApi, refuseInstall } from './clawhub-api.js'
import { offerFromRepository } from './clawhub-repository.js'

/** The only offer: the commit named by the registry, in exactly the requested repository. */
export async function resolveListed(
  api: ClawhubApi,
  { repository, slug }: RepositoryListing,
  context: SourceContext,
): Promise<Result<readonly Offer[]>> {
  const listed = { repository, slug, owner: undefined }
  const install = await api.getInstall(listed)
  if (!install.ok) return install
  if (install.value.kind === 'refused') return refuseInstall(install.value, listed)
  const isSame = install.value.kind === 'github' && install.value.repository.toLowerCase() === repository.toLowerCase()
  if (install.value.kind !== 'github' || !isSame) {
    return fail('integrity_mismatch', `The registry returned a different location for '${slug}' in ${repository}`)
  }
  const findings = install.value.isUnscanned ? [UNSCANNED] : []
  return offerFromRepository(install.value, listed, { name: slug, findings }, context)
}

const UNSCANNED: Finding = {
  ...suspicionOf(undefined),
  severity: 'note',
  message: 'The registry lists this skill but has not scanned it',
}
