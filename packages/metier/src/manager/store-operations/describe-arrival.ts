/** What came in: how much, and what of it has no effect before it is approved. */

import { directoryOf } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import type { AdmittedSkill } from '../../store/admit.js'
import { readPowers } from '../../store/approvals/powers.js'
import type { Answer } from '../answers.js'
import { approvalOf } from './approve-skill.js'
import { findRecord } from './store-answers.js'
import type { StoreHost } from './store-host.js'

export async function describeArrival(host: StoreHost, admitted: AdmittedSkill): Promise<Answer> {
  const { files } = admitted.examination
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return { content: { files: files.length, size }, ...(await describeUnapproved(host, admitted)) }
}

async function describeUnapproved(host: StoreHost, { folder, examination }: AdmittedSkill): Promise<Answer> {
  const { contents, mainFile } = examination
  const { tools, servers, allowedTools } = readPowers(contents, mainFile)
  const brings = Object.entries({ tools, servers, 'allowed tools': allowedTools })
    .filter(([, list]) => list.length > 0)
    .map(([what]) => what)
  const { snapshot } = host.situation()
  const record = findRecord(host.situation(), `${folder}/${mainFile}`)
  if (brings.length === 0 || record === undefined) return {}
  // The same files may have been approved in this place before.
  if ((await approvalOf(host, record)).state === 'approved') return {}
  const name = findSkill(snapshot, record.name) === record ? record.name : directoryOf(record)
  return { unapproved: { name, brings } }
}
