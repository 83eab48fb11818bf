import type { Command } from '../arguments/command.js'
import { LINK_ARGUMENTS, LINK_OPTIONS, runLinkCommand } from '../store/link-command.js'
import { WHERE_NAMES_ARE } from '../store/store-command.js'

export const command: Command = {
  name: 'unlink',
  summary: 'Remove the links of skills for agents',
  details: [
    'The skill itself stays. An entry that does not lead to the skill any more, or a copy that you changed, is left as it is. An entry that the link had replaced comes back.',
    `${WHERE_NAMES_ARE} Without NAME, the links of every skill in the project's lockfile are removed, or with --personal those of your own.`,
  ],
  arguments: LINK_ARGUMENTS,
  options: LINK_OPTIONS,
  examples: [
    { line: 'metier unlink pdf --agent claude-code', summary: 'Hide a skill from Claude Code' },
    { line: 'metier unlink --agent all', summary: "Remove all links of the project's skills" },
  ],
  run: (input, context) => runLinkCommand(input, context, (writer) => writer.unlink.bind(writer)),
}
