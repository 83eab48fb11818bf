/** Describes an installed skill: whether it can be used here, its size, and what still needs approval. */

import type {
  InstallOddities,
  PlacedSkill,
  SkillInstallation,
  UnapprovedPowers,
} from '../../contracts/store-outcomes.js'
import type { NeedsObject } from '../../eligibility/assess.js'
import { findFixes } from '../../eligibility/fixes.js'
import { detailsOf } from '../../registry/record/details.js'
import { directoryOf, fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { registeredSkill } from '../../registry/registered-skill.js'
import type { Situation } from '../../registry/situation.js'
import { findByFile, findSkill } from '../../registry/snapshot.js'
import type { AdmittedSkill } from '../../store/admit.js'
import { readPowers } from '../../store/approvals/powers.js'
import { stateOf } from '../../store/signatures/signature-policy.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'
import { approvalOf } from './approve-skill.js'
import type { StoreHost } from './store-host.js'

/** Describes a new skill, with its oddities. */
export async function describeInstalled(host: StoreHost, admitted: AdmittedSkill): Promise<SkillInstallation> {
  const situation = host.situation()
  const oddities = describeOddities(situation, admitted, findRecord(situation, admitted))
  return { ...(await describePlaced(host, admitted)), oddities }
}

/** Describes a skill that was installed before. */
export async function describePlaced(host: StoreHost, admitted: AdmittedSkill): Promise<PlacedSkill> {
  const { name, folder, entry, examination } = admitted
  const { files, findings } = examination
  const situation = host.situation()
  const record = findRecord(situation, admitted)
  const unapproved = record && (await findUnapproved(host, admitted, record))
  const signature = stateOf(admitted.signature)
  return {
    // By this name every other operation finds it; its directory may have another one.
    name: record?.name ?? name,
    path: mainFileOf(admitted),
    folder,
    ...describeUse(situation, record),
    findings,
    digest: entry.digest,
    content: { files: files.length, size: files.reduce((sum, file) => sum + file.size, 0) },
    ...(signature !== undefined && { signature }),
    ...(unapproved !== undefined && { unapproved }),
    links: admitted.links,
    notices: admitted.notices,
  }
}

function mainFileOf({ folder, examination }: AdmittedSkill): string {
  return `${folder}/${examination.mainFile}`
}

/** Finds the record of a skill, even if another skill has its name. */
function findRecord({ snapshot }: Situation, admitted: AdmittedSkill): SkillRecord | undefined {
  return findByFile(snapshot, mainFileOf(admitted))
}

const NOTHING_MISSING: NeedsObject = { bins: [], env: [], os: [] }

function describeUse(
  situation: Situation,
  record: SkillRecord | undefined,
): Pick<PlacedSkill, 'eligible' | 'missing' | 'reasons' | 'fixes'> {
  if (record === undefined) return { eligible: false, missing: NOTHING_MISSING, reasons: [], fixes: [] }
  const { assessor, environment } = situation
  const { eligible, missing, reasons } = registeredSkill(record, situation)
  const fixes = findFixes(detailsOf(record).install, assessor.assess(record).missing, environment)
  return { eligible, missing, reasons, fixes }
}

function describeOddities(
  { snapshot }: Situation,
  { examination, leftOut, warnings }: AdmittedSkill,
  record: SkillRecord | undefined,
): InstallOddities {
  const odd = examination.document.diagnostics.filter(({ severity }) => severity !== 'notice')
  const shadow = snapshot.shadowed.find((shadowed) => shadowed.record === record)
  return {
    messages: [...odd.map(({ message }) => message), ...warnings],
    leftOut,
    ...(shadow !== undefined && { shadowedBy: fileOf(shadow.shadowedBy) }),
    isLoaded: record !== undefined,
    ...(examination.review !== undefined && { review: examination.review }),
  }
}

async function findUnapproved(
  host: StoreHost,
  { folder, examination: { contents, mainFile } }: AdmittedSkill,
  record: SkillRecord,
): Promise<UnapprovedPowers | undefined> {
  const { tools, servers, allowedTools } = readPowers(contents, mainFile)
  const kinds = [
    ['tools', tools],
    ['servers', servers],
    ['allowed tools', allowedTools],
  ] as const
  const listed = kinds.filter(([, list]) => list.length > 0).map(([what]) => what)
  const { diagnostics: mistakes } = await reviewTools(folder)
  // A file that cannot be read lists nothing, but is there to bring tools.
  const brings = listed.length === 0 && mistakes.length > 0 ? (['tools'] as const) : listed
  if (brings.length === 0) return undefined
  const isFound = findSkill(host.situation().snapshot, record.name) === record
  const name = isFound ? record.name : directoryOf(record)
  if (mistakes.length > 0) return { name, brings, mistakes }
  // The same files may have been approved in this directory before.
  return (await approvalOf(host, record)).state === 'approved' ? undefined : { name, brings }
}
