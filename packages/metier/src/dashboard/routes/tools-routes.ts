/** The tools playground: list, activate, deactivate, call. */

import { estimateTokens } from '../../skill/text/tokens.js'
import type { SwitchResult } from '../../workspace/activation/switch-result.js'
import { ToolSource } from '../../workspace/tools/tool.js'
import type { ActivationView, ToolCallView } from '../api/tools.js'
import type { DashboardContext, RequestSource } from '../dashboard-context.js'
import { anObject, flag, optional, SKILL, text } from '../http/input.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import { composeCopies } from '../tools/compose-copies.js'
import { listTools } from '../tools/list-tools.js'
import type { Playground } from '../tools/playgrounds.js'
import { showText } from '../tools/show-text.js'
import { NO_INPUT, type RouteTable } from './route.js'
import { found } from './skill-routes.js'

const LONGEST_TOOL = 256
const MOST_SHOWN = 256 * 1024

type Names = 'GET /api/tools' | `POST /api/tools/${'activate' | 'deactivate' | 'call'}`

export const toolsRoutes: RouteTable<Names> = {
  'GET /api/tools': {
    input: NO_INPUT,
    answer: (_, context, source) =>
      inPlayground(context, source, async (playground) => found(await listTools(context, playground))),
  },
  'POST /api/tools/activate': {
    input: { skill: SKILL, permit: optional(flag) },
    answer: ({ skill, permit = false }, context, source) =>
      inPlayground(context, source, async (playground) => {
        const { workspace } = playground
        const switching = () => workspace.activateSkill(skill, { signal: source.signal })
        return describeSwitch(context, playground, await playground.permitting(permit, switching))
      }),
  },
  'POST /api/tools/deactivate': {
    input: { skill: optional(SKILL) },
    answer: ({ skill }, context, source) =>
      inPlayground(context, source, async (playground) =>
        describeSwitch(context, playground, await playground.workspace.deactivateSkill(skill)),
      ),
  },
  'POST /api/tools/call': {
    input: { tool: text(LONGEST_TOOL), input: anObject, permit: optional(flag) },
    answer: ({ tool, input, permit = false }, context, source) =>
      inPlayground(context, source, (playground) => call({ tool, input, permit }, context, playground, source.signal)),
  },
}

async function inPlayground<T>(
  { playgrounds, live }: DashboardContext,
  { page }: RequestSource,
  use: (playground: Playground) => Promise<RouteOutcome<T>>,
): Promise<RouteOutcome<T>> {
  if (page === undefined) return refuseRequest('request_invalid', 'The header x-metier-page is missing')
  await live.ready()
  return use(playgrounds.of(page))
}

async function describeSwitch(
  context: DashboardContext,
  playground: Playground,
  { success, message, instructions = '' }: SwitchResult,
): Promise<RouteOutcome<ActivationView>> {
  return found({
    ok: success,
    message,
    instructions: instructions === '' ? null : instructions,
    tokens: estimateTokens(instructions),
    tools: await listTools(context, playground),
  })
}

interface RequestedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly permit: boolean
}

async function call(
  { tool: name, input, permit }: RequestedCall,
  { command, options }: DashboardContext,
  playground: Playground,
  signal: AbortSignal,
): Promise<RouteOutcome<ToolCallView>> {
  const tool = playground.tools().find((one) => one.name === name)
  if (tool === undefined) return refuseRequest('not_found', `There is no tool '${name}' here now`)
  const registration = playground.workspace.findTool(name)
  const skill = registration?.source === ToolSource.SKILL ? registration.skillName : undefined
  const started = performance.now()
  const { text: whole, isError } = await playground.permitting(permit, () => tool.call(input, { signal }))
  const milliseconds = Math.round((performance.now() - started) * 1000) / 1000
  const served = await options.listServedTools?.()
  const isServed = served === undefined || served.includes(name)
  const shown = showText(whole)
  return found({
    tool: name,
    isError,
    text: shown.slice(0, MOST_SHOWN),
    left: Math.max(0, shown.length - MOST_SHOWN),
    tokens: estimateTokens(whole),
    milliseconds,
    copies: composeCopies({ tool: name, input, skill, mcpUrl: options.mcpUrl, isServed, command }),
  })
}
