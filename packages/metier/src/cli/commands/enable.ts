import { describeMissingSkill } from '../../contracts/skills.js'
import type { Command } from '../arguments/command.js'
import { switchSkill } from '../skills/switch-skill.js'

export const command: Command = {
  name: 'enable',
  summary: 'Enable a skill',
  details: ['Removes the name from skills.disabled in the user configuration.'],
  arguments: [
    { name: 'NAME', summary: 'Name of the skill', completes: 'skills', whenMissing: describeMissingSkill('enable') },
  ],
  options: [],
  mayLack: ['config'],
  examples: [
    { line: 'metier enable pdf', summary: 'Show a skill to agents again' },
    { line: 'metier enable pdf --config team.json', summary: 'Change another configuration file' },
  ],
  run: (input, context) => switchSkill(input, context, 'enable'),
}
