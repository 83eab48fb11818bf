import { answer, type Command, type CommandOutcome, refuse } from '../arguments/command.js'
import { openSkills } from '../skills/open-skills.js'

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
    const { skills, settings, notes } = await openSkills(context, false)
    const source = input.argument('SOURCE')
    const afterwards = () => skills.close()
    if (source === undefined) {
      const { trustedSources } = settings
      return answer({ trustedSources }, () => trustedSources, { notes, afterwards })
    }
    const given = input.flag('remove') ? await skills.untrust(source) : await skills.trust(source)
    if (typeof given.error === 'string') {
      const hint = typeof given.hint === 'string' ? given.hint : 'Run metier trust to see those that are trusted.'
      return { ...refuse(given.error, [hint], given), afterwards }
    }
    const state = given.trusted === true ? 'is trusted' : 'is trusted no longer'
    return answer(given, () => [`${given.source} ${state} (${settings.file})`], { notes, afterwards })
  },
}
