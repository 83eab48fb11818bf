/** Reports an unknown agent in the configuration, with the command that sets the list right. */

import { findUnknownAgent } from '../../../agents/agent-ids.js'
import { locateSetting } from '../../../manager/settings/configuration.js'
import type { Settings } from '../../../manager/settings/settings.js'
import { DIAGNOSTICS, type Diagnostic } from '../../../skill/diagnostic.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'

export function reviewAgentSetting({ agents = [], file }: Pick<Settings, 'agents' | 'file'>): readonly Diagnostic[] {
  if (file === undefined) return []
  const place = locateSetting(file, '/skills/agents')
  const { severity } = DIAGNOSTICS.config_invalid
  const known: string[] = []
  const diagnostics: Omit<Diagnostic, 'suggestion'>[] = []
  for (const agent of new Set(agents)) {
    const unknown = findUnknownAgent([agent])
    if (unknown === undefined) {
      known.push(agent)
      continue
    }
    const [near, ...more] = unknown.near
    if (near !== undefined && more.length === 0) known.push(near)
    const meant = unknown.near.length === 0 ? '' : `; did you mean ${unknown.near.join(' or ')}?`
    const message = `'skills.agents' has an unknown agent: ${agent}${meant}`
    diagnostics.push({ code: 'config_invalid', severity, message, file, ...place })
  }
  const suggestion =
    known.length === 0
      ? 'metier config unset skills.agents'
      : `metier config set skills.agents ${[...new Set(known)].map(quoteForShell).join(' ')}`
  return diagnostics.map((diagnostic) => ({ ...diagnostic, suggestion }))
}
