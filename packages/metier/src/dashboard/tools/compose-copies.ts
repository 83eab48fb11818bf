/** The same call elsewhere: on the command line, in a program, and over MCP. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { ToolCopies } from '../api/tools.js'

export interface CopiedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The skill that brings the tool; undefined for Metier's own. */
  readonly skill: string | undefined
  readonly mcpUrl: string
  /** Whether the MCP endpoint of this server offers the tool. */
  readonly isServed: boolean
  command(...words: readonly string[]): string
}

export function composeCopies(call: CopiedCall): ToolCopies {
  const { tool, input, skill, command } = call
  const json = JSON.stringify(input)
  const mcp = JSON.stringify(composeRequest(tool, input), null, 2)
  return {
    curl: skill === undefined ? composeCurl(call) : composeSkillCurl(call, skill),
    typescript: skill === undefined ? composeOwn(tool, json) : composeSkillTool(tool, skill, json),
    mcp,
    mcpNote: composeNote(call),
    command: skill === undefined ? command('call', tool, json) : command('run', skill, tool, json),
  }
}

/** What has to be so for the call over MCP to work. */
function composeNote({ skill, tool, isServed, command }: CopiedCall): string | null {
  if (skill !== undefined)
    return `Over MCP, ${skill} has to be active in the same conversation. The curl commands activate it first.`
  if (isServed) return null
  return `The MCP endpoint of this server does not offer ${tool}. One that does: ${command('serve', '--profile', 'all')}`
}

function composeRequest(name: string, input: Readonly<Record<string, unknown>>) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
}

function composeCurl({ tool, input, mcpUrl }: CopiedCall): string {
  return sendTo(mcpUrl, quoteForShell(JSON.stringify(composeRequest(tool, input))))
}

/** Two requests are one conversation if the second has the handle that the first one returned. */
function composeSkillCurl({ tool, input, mcpUrl }: CopiedCall, skill: string): string {
  const activating = quoteForShell(JSON.stringify(composeRequest('activate_skill', { name: skill })))
  const called = JSON.stringify(composeRequest('call_skill_tool', { tool, arguments: input }))
  // The closing brackets of the request, its parameters and their arguments.
  const [start, end] = [called.slice(0, -3), called.slice(-3)]
  return [
    `activation=$(${sendTo(mcpUrl, activating)} |\n  grep -o '"activation":"[^"]*"' | head -n 1)`,
    sendTo(mcpUrl, `${quoteForShell(`${start},`)}"$activation"${quoteForShell(end)}`),
  ].join('\n')
}

function sendTo(url: string, data: string): string {
  const headers = ['content-type: application/json', 'accept: application/json, text/event-stream']
  return [
    `curl -s ${quoteForShell(url)}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    `--data ${data}`,
  ].join(' \\\n  ')
}

function composeOwn(tool: string, json: string): string {
  return [
    "import { SkillManager } from 'metier'",
    "import { createTools } from 'metier/tools'",
    '',
    'const tools = createTools({ skillManager: await SkillManager.open() })',
    `const answer = await tools.find(({ name }) => name === ${JSON.stringify(tool)})?.call(${json})`,
    'console.log(answer?.text)',
  ].join('\n')
}

function composeSkillTool(tool: string, skill: string, json: string): string {
  return [
    "import { SkillManager } from 'metier'",
    "import { VirtualWorkspace } from 'metier/workspace'",
    '',
    'const workspace = new VirtualWorkspace({ skillManager: await SkillManager.open() })',
    `await workspace.activateSkill(${JSON.stringify(skill)})`,
    `console.log(await workspace.callTool(${JSON.stringify(tool)}, ${json}))`,
  ].join('\n')
}
