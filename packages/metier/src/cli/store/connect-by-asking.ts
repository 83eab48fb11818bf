/** Connects to an MCP server that skills come from, after the user agreed at the terminal. `--yes` does not agree to it. */

import { fail } from '../../skill/failure.js'
import type { ConnectSkills } from '../../sources/mcp/skill-connection.js'
import type { Talk } from './store-talk.js'

export function connectBy(talk: Talk): ConnectSkills {
  // Looking for a skill and fetching it are two connections, and one question.
  const agreed = new Set<string>()
  return async (request) => {
    const { label, url } = request
    const question = `Connect to the MCP server at ${label} to get skills from it?`
    if (!agreed.has(url) && !(await talk.ask({ skill: label, action: 'connect' }, [], question))) {
      return fail('source_untrusted', `Did not connect to the MCP server at ${label}`)
    }
    agreed.add(url)
    const { connectSkills } = await import('../../mcp/host/connect-skills.js')
    return connectSkills(request)
  }
}
