import { renderTrust, renderTrustRefusal } from '../../contracts/decisions.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import { answer, type Command, type CommandOutcome, refuse } from '../arguments/command.js'
import { openRegistry } from '../skills/open-skills.js'

export const command: Command = {
  name: 'trust',
  summary: 'trust a source, or show those that are trusted',
  details: [
    "Only the user's own configuration counts; a project's may only narrow it. Trusting a source lets skills be fetched from it; they are scanned all the same.",
  ],
  arguments: [
    { name: 'SOURCE', summary: 'clawhub, local:*, github.com/owner/*, a host; none shows the list', isOptional: true },
  ],
  options: [{ name: 'remove', kind: 'flag', summary: 'trust it no longer' }],
  mayLack: ['config'],
  examples: [
    { line: 'metier trust "github.com/example/*"', summary: 'every repository of one owner' },
    { line: 'metier trust skills.example.com --remove', summary: 'no longer that host' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const { known, settings, notes } = await openRegistry(context, false)
    const source = input.argument('SOURCE')
    const afterwards = () => known.close()
    if (source === undefined) {
      const { trustedSources } = settings
      return answer({ trustedSources }, () => trustedSources, { notes, afterwards })
    }
    const decisions = new SkillDecisions(known)
    const outcome = input.flag('remove') ? await decisions.untrust(source) : await decisions.trust(source)
    if (!outcome.ok) {
      const refused = renderTrustRefusal(outcome.refusal)
      const { error, hint = 'Run metier trust to see those that are trusted.' } = refused
      return { ...refuse(error, [hint], refused), afterwards }
    }
    const state = outcome.isTrusted ? 'is trusted' : 'is trusted no longer'
    const line = `${outcome.source} ${state} (${settings.file})`
    return answer(renderTrust(outcome), () => [line], { notes, afterwards })
  },
}
