import type { Command } from '../arguments/command.js'
import { FORCE, LINK_ARGUMENTS, LINK_OPTIONS, runLinkCommand } from '../store/link-command.js'
import { WHERE_NAMES_ARE } from '../store/store-command.js'

export const command: Command = {
  name: 'link',
  summary: 'Link skills into the directories of agents',
  details: [
    "An agent that reads .agents/skills needs no link. The others get a relative link in their own directory, or a copy if the agent or the file system does not follow links: in the project for the project's skills, in your home directory for your own. An entry that is not a link to the skill stays: on a terminal you are asked, otherwise --force replaces it. The replaced entry is kept, and 'metier unlink' restores it. Without --agent, skills.agents of your configuration says for which agents. Exits with 1 if a link could not be made.",
    `${WHERE_NAMES_ARE} Without NAME, every skill in the project's .agents/skills is linked, or with --personal every skill in your own. A skill that was not installed, such as a hand-written one, is linked too; the lockfile records its links and nothing else.`,
  ],
  arguments: LINK_ARGUMENTS,
  options: [...LINK_OPTIONS, FORCE],
  examples: [
    { line: 'metier link pdf --agent claude-code', summary: 'Let Claude Code see a skill' },
    { line: 'metier link --agent claude-code', summary: "Link all of the project's skills" },
    { line: 'metier link --agent all --personal', summary: 'Link all of your own skills for every agent found here' },
  ],
  run: (input, context) => runLinkCommand(input, context, (writer) => writer.link.bind(writer)),
}
