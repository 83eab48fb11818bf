/** The same call elsewhere: on the command line, in a program, and over MCP. */

import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { ToolCopies } from '../api/tools.js'

export interface CopiedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The skill that brings the tool; undefined for Metier's own. */
  readonly skill: string | undefined
  readonly mcpUrl: string
  command(...words: readonly string[]): string
}

export function composeCopies({ tool, input, skill, mcpUrl, command }: CopiedCall): ToolCopies {
  const json = JSON.stringify(input)
  // Over MCP, a tool of a skill is called in the conversation in which the skill is active.
  const params = { name: tool, arguments: input }
  const mcp = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, null, 2)
  const headers = ['content-type: application/json', 'accept: application/json, text/event-stream']
  const curl = [
    `curl ${quoteForShell(mcpUrl)}`,
    ...headers.map((header) => `-H ${quoteForShell(header)}`),
    `--data ${quoteForShell(JSON.stringify(JSON.parse(mcp)))}`,
  ].join(' \\\n  ')
  return {
    curl,
    typescript: skill === undefined ? composeOwn(tool, json) : composeSkillTool(tool, skill, json),
    mcp,
    command: skill === undefined ? command('call', tool, json) : command('run', skill, tool, json),
  }
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
