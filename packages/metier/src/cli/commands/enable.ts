import { describeMissingSkill } from '../../contracts/skills.js'
import type { Command } from '../arguments/command.js'
import { switchSkill } from '../skills/switch-skill.js'

export const command: Command = {
  name: 'enable',
  summary: 'switch a skill on',
  details: ["Removes the skill's name from the disabled ones in the user configuration."],
  arguments: [{ name: 'NAME', summary: 'the skill', completes: 'skills', whenMissing: describeMissingSkill('enable') }],
  options: [],
  mayLack: ['config'],
  examples: [
    { line: 'metier enable pdf', summary: 'so that agents see it again' },
    { line: 'metier enable pdf --config team.json', summary: 'keep it in another configuration' },
  ],
  run: (input, context) => switchSkill(input, context, 'enable'),
}
