/** The details of one skill as `--json` prints them: the contract's fields first, then ours. */

import { renderInfo } from '../../../contracts/skills.js'
import type { BroughtTools } from '../../../manager/details/skill-details.js'
import { suggestFixes } from '../../../manager/details/suggest-fixes.js'
import { printProfile, scriptProfile, serverProfile } from '../../skills/sandbox-profile.js'
import type { InfoParts } from './lines.js'

export function composeDocument({ name, skill, shadows, details, seenBy, revocation }: InfoParts): object {
  const { description, eligible, path, requires, missing } = skill
  const {
    emoji,
    install,
    origin,
    tools,
    files,
    digest,
    bytes,
    tokens,
    approval,
    verdict,
    findings,
    isScanned,
    nearest,
    problems,
  } = details
  return {
    ...renderInfo(
      name,
      { name: skill.name, emoji, description, eligible, path, requires, missing, install },
      revocation,
    ),
    scope: skill.scope,
    qualifiedName: skill.qualifiedName,
    ...('shadowedBy' in skill && { shadowedBy: skill.shadowedBy }),
    ...(shadows.length > 0 && { shadows }),
    disabled: skill.disabled,
    reasons: skill.reasons,
    fixes: skill.fixes,
    suggestedFixes: suggestFixes(skill),
    source: origin ?? null,
    digest: digest ?? null,
    size: { files: files?.length ?? null, bytes: files === undefined ? null : bytes, tokens: tokens ?? null },
    files: files ?? null,
    tools: withProfiles(tools),
    approval: approval ?? null,
    verdict: isScanned ? verdict : null,
    findings,
    nearest: nearest ?? null,
    problems,
    seenBy,
  }
}

function withProfiles({ tools, servers, ...rest }: BroughtTools): object {
  return {
    tools: tools.map(({ declared, ...tool }) => ({ ...tool, sandbox: printProfile(scriptProfile(declared)) })),
    servers: servers.map((server) => {
      const profile = serverProfile(server.url !== undefined)
      return { ...server, sandbox: profile === undefined ? null : printProfile(profile) }
    }),
    ...rest,
  }
}
