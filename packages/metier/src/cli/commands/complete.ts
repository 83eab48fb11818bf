import { answer, type Command } from '../command.js'
import { openSkills } from '../open-skills.js'

/** Words that no shell takes for anything but a word. */
const HARMLESS = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}@._-]*$/u

export const command: Command = {
  name: '__complete',
  summary: 'print what a word could be',
  arguments: [{ name: 'WHAT', summary: 'what the word names', values: ['skills'] }],
  options: [],
  examples: [
    { line: 'metier __complete skills', summary: 'the names of all skills, one a line' },
    { line: 'metier __complete skills --root ./skills', summary: 'those of one folder' },
  ],
  async run(_input, context) {
    const { skills, settings } = await openSkills(context, false)
    const names = new Set([...skills.getSkills().map(({ name }) => name), ...settings.disabled])
    const words = [...names].filter((name) => HARMLESS.test(name))
    return answer(words, () => words, { afterwards: () => skills.close() })
  },
}
