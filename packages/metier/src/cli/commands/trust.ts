import { renderTrust, renderTrustRefusal } from '../../contracts/decisions.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import { answer, type Command, type CommandOutcome, misuse, refuse } from '../arguments/command.js'
import { openStoreRegistry } from '../skills/open-skills.js'
import { wrapPage } from '../terminal/wrap-lines.js'

export const command: Command = {
  name: 'trust',
  summary: 'Trust a source, or list the trusted sources',
  details: [
    "Skills can only be installed from trusted sources, and are still scanned. The list is part of your user configuration; a project's configuration can shorten it but not extend it.",
  ],
  arguments: [
    {
      name: 'SOURCE',
      summary: 'clawhub, local:*, github.com/owner/* or a host; lists trusted sources if omitted',
      isOptional: true,
    },
  ],
  options: [{ name: 'remove', kind: 'flag', summary: 'Stop trusting the source' }],
  mayLack: ['config'],
  examples: [
    { line: 'metier trust "github.com/example/*"', summary: 'Trust all repositories of an owner' },
    { line: 'metier trust skills.example.com --remove', summary: 'Stop trusting a host' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const source = input.argument('SOURCE')
    if (source === undefined && input.flag('remove')) return misuse('missing argument SOURCE')
    const { known, settings, notes } = await openStoreRegistry(context)
    const afterwards = () => known.close()
    if (source === undefined) {
      const { trustedSources } = settings
      return answer({ trustedSources }, () => trustedSources, { notes, afterwards })
    }
    const decisions = new SkillDecisions(known)
    const outcome = input.flag('remove') ? await decisions.untrust(source) : await decisions.trust(source)
    if (!outcome.ok) {
      const refused = renderTrustRefusal(outcome.refusal)
      const { error, hint = "Run 'metier trust' to see the trusted sources." } = refused
      return { ...refuse(error, [hint], refused), afterwards }
    }
    const state = outcome.isTrusted ? 'is now trusted' : 'is no longer trusted'
    const line = `${outcome.source} ${state} (${settings.file})`
    const lines = outcome.isTrusted ? [line, describeCover(outcome.source)] : [line]
    return answer(renderTrust(outcome), (columns) => wrapPage(lines, columns), { notes, afterwards })
  },
}

/** What a pattern covers. Patterns are stored in one spelling. */
function describeCover(pattern: string): string {
  if (pattern === 'local:*') return 'It covers every directory and archive on this machine.'
  const place = pattern.replace(/^local:/, '')
  if (!/[./:]/.test(pattern)) return `It covers every skill in the registry ${pattern}.`
  if (place.endsWith('/*')) return `It covers everything below ${place.slice(0, -2)}.`
  if (place !== pattern || place.includes('/')) return `It covers ${place} and nothing else.`
  return place.startsWith('*.') ? `It covers every host below ${place.slice(2)}.` : `It covers everything on ${place}.`
}
