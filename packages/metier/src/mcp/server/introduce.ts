/** How a server calls itself, from what its host said. */

import type { Sdk } from '../sdk.js'
import type { Introduction } from './build-server.js'
import type { McpServerOptions } from './options.js'
import { toolNamesOf } from './profiles.js'

export type IntroductionOptions = Pick<McpServerOptions, 'name' | 'version' | 'profile' | 'onError'>

export function introduce(sdk: Sdk, options: IntroductionOptions): Introduction {
  const { name = 'metier', version = '0.0.0', profile = 'registry', onError } = options
  return {
    sdk,
    name,
    version,
    instructions: composeInstructions(toolNamesOf(profile)),
    reportError: (error) => onError?.(error instanceof Error ? error : new Error(String(error))),
  }
}

const SKILLS = 'Skills are instructions for special tasks.'
const BROUGHT =
  '`skills` finds and explains them. Tools that a skill brings appear once it is active, and `call_skill_tool` reaches them in any client.'

/** In a few sentences what the tools are for; only those that are offered are named. */
function composeInstructions(names: readonly string[]): string {
  const takes = names.includes('activate_skill') ? 'activate it' : `call \`${names[0]}\` with its name`
  const when = `When a task matches the description of one, ${takes} and follow what comes back.`
  return [SKILLS, when, ...(names.includes('call_skill_tool') ? [BROUGHT] : [])].join(' ')
}
