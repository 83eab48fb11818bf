import { AGENTS } from '../../agents/agents.js'
import type { ClientView } from '../../mcp/server/client-view.js'
import type { Catalogue } from '../../registry/catalogue.js'
import { LIMITS } from '../../skill/limits.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, misuse } from '../arguments/command.js'
import { MCP_OPTIONS } from '../arguments/mcp-words.js'
import { NOTHING_YET } from '../skills/nothing-yet.js'
import { openReader } from '../skills/open-skills.js'
import { type Line, say, styled } from '../terminal/lines.js'

const CLIENTS = AGENTS.filter(({ client }) => client !== undefined)

export const command: Command = {
  name: 'prompt',
  summary: 'Print the list of skills for a system prompt',
  details: [
    'Prints the block for a system prompt: the skills that can be used here, within a token budget. If the list had to be cut, the block and a note on stderr say so.',
    "With --client, prints what the model of that MCP client sees of 'metier mcp' before it calls a tool: instructions and tools, as the client cuts them. --profile and --delivery count only then.",
  ],
  arguments: [],
  options: [
    {
      name: 'budget',
      kind: 'count',
      value: 'N',
      summary: `Use at most about N tokens (default: limits.catalogueTokens from the configuration, ${LIMITS.catalogueTokens})`,
    },
    {
      name: 'client',
      kind: 'text',
      value: 'NAME',
      values: CLIENTS.map(({ id }) => id),
      summary: 'Show what the model of an MCP client sees',
    },
    ...MCP_OPTIONS,
  ],
  examples: [
    { line: 'metier prompt > skills.xml', summary: 'Save the block for a system prompt' },
    { line: 'metier prompt --budget 2000', summary: 'Print a shorter block for a small model' },
    { line: 'metier prompt --client claude-code', summary: 'Show what Claude Code tells its model' },
  ],
  async run(input, context) {
    const client = input.text('client')
    if (client !== undefined) return showClient(client, input, context)
    const opened = await openReader(context, input.flag('strict'))
    const catalogue = opened.reader.catalogue(input.count('budget'))
    return answer(catalogue, () => (catalogue.text === '' ? [] : catalogue.text.split('\n')), {
      notes: [...opened.notes, ...adviseOn(catalogue, opened.known.situation().snapshot.skills.length)],
      afterwards: () => opened.known.close(),
    })
  },
}

function adviseOn({ listed, shortened, left }: Catalogue, count: number): readonly Line[] {
  if (left > 0) return [`${left} skills did not fit. Use --budget to allow more tokens.`]
  if (shortened > 0) return [`${shortened} descriptions were shortened. Use --budget to allow more tokens.`]
  if (count === 0) return NOTHING_YET.map(say)
  return listed > 0 ? [] : [say("No skill can be used here. Run 'metier doctor' to see why.")]
}

async function showClient(client: string, input: Input, context: Context): Promise<CommandOutcome> {
  if (input.count('budget') !== undefined) return misuse('--budget and --client cannot be combined')
  const [{ composeServer }, { viewServer }] = await Promise.all([
    import('./mcp/compose-server.js'),
    import('../../mcp/server/client-view.js'),
  ])
  const server = composeServer(input, context)
  const view = await viewServer(server.options, client)
  return answer({ client, ...view }, () => describeView(client, view), { afterwards: server.close })
}

function describeView(client: string, { instructions, tools }: ClientView): readonly Line[] {
  const title = CLIENTS.find(({ id }) => id === client)?.title ?? client
  const searched = tools.filter(({ description }) => description === undefined)
  return [
    [styled('Instructions', 'bold')],
    ...(instructions?.split('\n') ?? [`${title} does not show its model the instructions of a server.`]),
    ...tools.flatMap(({ name, description }) =>
      description === undefined ? [] : ['', [styled(name, 'bold')], ...description.split('\n')],
    ),
    ...(searched.length === 0
      ? []
      : ['', [styled('Tools that the model has to search for', 'bold')], ...searched.map(({ name }) => name)]),
  ]
}
