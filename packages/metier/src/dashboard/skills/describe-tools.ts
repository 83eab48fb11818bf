/** What a skill brings beyond its text: tools, servers, what it may reach, and whether that was approved. */

import { renderApprovalRefusal } from '../../contracts/decisions.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { findProject } from '../../registry/roots.js'
import { CATEGORIES } from '../../skill/policy-rule.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'
import { profileOf, type SandboxProfile, SERVER_PROFILE } from '../../workspace/sandbox/profile.js'
import { findSandboxSight, type SandboxSight } from '../../workspace/sandbox/sandbox-sight.js'
import type { SandboxView, SkillToolsView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { SkillEntry } from '../live/skill-entries.js'

const NOTHING: SkillToolsView = {
  approval: null,
  tools: [],
  servers: [],
  allowedTools: [],
  restrictsTo: null,
  variables: [],
  problems: [],
}

export async function describeTools(
  { decisions, command, options }: DashboardContext,
  { id, record }: SkillEntry,
): Promise<SkillToolsView> {
  const { known } = options
  const directory = directoryOf(record)
  const { tools: file, diagnostics } = await reviewTools(directory)
  const reviewed = await decisions.review(directory)
  if (!reviewed.ok) {
    const problems = diagnostics.map(({ message, line }) => `line ${line}: ${message}`)
    return { ...NOTHING, problems: problems.length > 0 ? problems : [renderApprovalRefusal(reviewed.refusal).error] }
  }
  const { state, approvedAt, digest, changes, powers } = reviewed.value.review
  const sandbox = await findSandboxSight(known.settings().sandbox, findProject(known.place.workdir, known.place.home))
  const described = new Map((file?.tools ?? []).map((tool) => [tool.name, tool]))
  const brings = powers.tools.length + powers.servers.length + powers.allowedTools.length > 0
  return {
    approval: brings
      ? { state, approvedAt: approvedAt ?? null, digest, changes, command: command('approve', id, '--digest', digest) }
      : null,
    tools: powers.tools.map(({ name, category, declared, run }) => ({
      name,
      description: described.get(name)?.description ?? '',
      category,
      declared,
      run,
      schema: described.get(name)?.input ?? null,
      sandbox: describeProfile(profileOf(CATEGORIES.find((known) => known === declared) ?? 'read'), sandbox),
    })),
    servers: powers.servers.map(({ name, command: words, url, tools }) => ({
      name,
      command: words,
      url: url ?? null,
      tools: tools ?? null,
      sandbox: url === undefined ? describeProfile(SERVER_PROFILE, sandbox) : null,
    })),
    allowedTools: powers.allowedTools,
    restrictsTo: powers.restrictsTo ?? null,
    variables: powers.variables,
    problems: [],
  }
}

function describeProfile({ workdir, hasNetwork, home }: SandboxProfile, sandbox: SandboxSight): SandboxView {
  const reason = sandbox.kind === 'enclosed' ? null : sandbox.reason
  return { kind: sandbox.kind, reason, workdir, network: hasNetwork, home }
}
