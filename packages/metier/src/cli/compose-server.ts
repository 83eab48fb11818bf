import { SkillManager } from '../manager/skill-manager.js'
import type { McpServerOptions } from '../mcp/options.js'
import type { Delivery, ToolProfile } from '../mcp/profiles.js'
import type { Context, Input } from './command.js'
import { findSurroundings } from './open-skills.js'
import { readVersion } from './version.js'

/** The server that the words of a call ask for; nothing has been looked at yet. */
export function composeServer(input: Input, context: Context): McpServerOptions {
  const { options } = findSurroundings(context, input.flag('strict'))
  return {
    skillManager: new SkillManager(options),
    profile: input.text('profile') as ToolProfile,
    delivery: input.text('delivery') as Delivery,
    workdir: context.workdir,
    version: readVersion(),
  }
}
