import { describeMissingSkill } from '../../contracts/skills.js'
import type { Command } from '../arguments/command.js'
import { switchSkill } from '../skills/switch-skill.js'

export const command: Command = {
  name: 'disable',
  summary: 'switch a skill off',
  details: [
    "Adds the skill's name to the disabled ones in the user configuration. It is offered to no model and cannot be called directly.",
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: describeMissingSkill('disable'),
    },
  ],
  options: [],
  mayLack: ['config'],
  examples: [
    { line: 'metier disable pdf', summary: 'so that no agent sees it' },
    { line: 'metier disable pdf --config team.json', summary: 'keep it in another configuration' },
  ],
  run: (input, context) => switchSkill(input, context, 'disable'),
}
