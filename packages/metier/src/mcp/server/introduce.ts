/** How a server calls itself, from what its host said. */

import type { BuiltInTool } from '../../tools/built-in-tool.js'
import type { Sdk } from '../sdk.js'
import type { Introduction } from './build-server.js'
import type { McpServerOptions } from './options.js'
import { toolsOf, USUAL_PROFILE } from './profiles.js'

export type IntroductionOptions = Pick<McpServerOptions, 'name' | 'version' | 'profile' | 'onError'>

export function introduce(sdk: Sdk, options: IntroductionOptions): Introduction {
  const { name = 'metier', version = '0.0.0', profile = USUAL_PROFILE, onError } = options
  return {
    sdk,
    name,
    version,
    instructions: composeInstructions(toolsOf(profile)),
    reportError: (error) => onError?.(error instanceof Error ? error : new Error(String(error))),
  }
}

const SKILLS = 'Skills are instructions for special tasks.'
const BROUGHT =
  '`skills` finds and explains them. Tools that a skill brings appear once it is active, and `call_skill_tool` reaches them in any client.'

/** In a few sentences what the tools are for; only those that are offered are named. */
function composeInstructions(tools: readonly BuiltInTool[]): string {
  const hasConversations = tools.some(({ isPerConversation }) => isPerConversation)
  const takes = hasConversations ? 'activate it' : `call \`${tools[0]?.name}\` with its name`
  const when = `When a task matches the description of one, ${takes} and follow what comes back.`
  return [SKILLS, when, ...(hasConversations ? [BROUGHT] : [])].join(' ')
}
