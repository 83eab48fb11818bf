import { join } from 'node:path'
import { removeSignIns } from '../../mcp/host/sign-in/kept-sign-in.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import { SIGN_INS, USER_FOLDER } from '../../store/store-folder.js'
import { answer, type Command } from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'

export const command: Command = {
  name: 'sign-out',
  summary: "Remove the sign-in to a skill's MCP server",
  details: [
    'Removes what metier sign-in kept on this machine, also for a skill that is gone. The authorization server is not told.',
  ],
  arguments: [
    { name: 'SKILL', summary: 'Name of the skill', completes: 'skills' },
    { name: 'SERVER', summary: 'Name of one server in its tools.yaml. Default: all', isOptional: true },
  ],
  options: [],
  examples: [
    { line: 'metier sign-out wiki', summary: 'Remove the sign-ins to the servers of the skill wiki' },
    { line: 'metier sign-out wiki docs', summary: 'Remove the sign-in to its server docs' },
  ],
  run(input, context) {
    const { home } = findSurroundings(context, false).place
    const skill = input.argument('SKILL') ?? ''
    const server = input.argument('SERVER')
    const removed = home === undefined ? [] : removeSignIns(join(home, USER_FOLDER, SIGN_INS), skill, server)
    return answer({ skill, removed }, () =>
      removed.length === 0
        ? [`There is no sign-in for skill '${skill}'${server === undefined ? '' : ` and server '${server}'`}`]
        : removed.map((one) => `Signed out of '${one.server}' of skill '${skill}' at ${toPlainText(one.issuer)}`),
    )
  },
}
