import { describeMissingSkill } from '../../contracts/skills.js'
import type { Command } from '../arguments/command.js'
import { switchSkill } from '../skills/switch-skill.js'

export const command: Command = {
  name: 'disable',
  summary: 'Disable a skill',
  details: [
    'Adds the name to skills.disabled in the user configuration. Models do not see a disabled skill and cannot call it.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'Name of the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('disable'),
    },
  ],
  options: [],
  mayLack: ['config'],
  examples: [
    { line: 'metier disable pdf', summary: 'Hide a skill from all agents' },
    { line: 'metier disable pdf --config team.json', summary: 'Change another configuration file' },
  ],
  run: (input, context) => switchSkill(input, context, 'disable'),
}
