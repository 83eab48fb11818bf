import { offerTools, type ToolDefinition } from '../../tools/agent-tool.js'
import { createTools } from '../../tools/create-tools.js'
import type { FunctionConfig } from '../../tools/wave.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { openSkills } from '../skills/open-skills.js'
import { toJsonLines } from '../terminal/json-lines.js'

/** A tool; `config` is set if its contract fixes its form in an OpenAI request. */
interface Shown {
  readonly definition: ToolDefinition
  readonly config?: FunctionConfig
}

type Format = (tool: Shown) => unknown

const toInputSchema: Format = ({ definition: { name, description, inputSchema } }) => ({
  name,
  description,
  input_schema: inputSchema,
})

const FORMATS: Readonly<Record<string, Format>> = {
  json: toInputSchema,
  openai: ({ definition: { name, description, inputSchema }, config }) =>
    config ?? { type: 'function', function: { name, description, parameters: inputSchema } },
  anthropic: toInputSchema,
  mcp: ({ definition }) => definition,
}

export const command: Command = {
  name: 'tools',
  summary: 'Print the tool definitions that a model gets',
  details: ['activate_skill is left out if no skill can be used.'],
  arguments: [],
  options: [
    {
      name: 'format',
      kind: 'text',
      value: 'FORMAT',
      values: Object.keys(FORMATS),
      default: 'json',
      summary: 'Format for an agent library',
    },
    STRICT,
  ],
  examples: [
    { line: 'metier tools', summary: 'Print name, description and input schema of every tool' },
    { line: 'metier tools --format openai', summary: 'Print them in the format of an OpenAI request' },
  ],
  async run(input, context) {
    const { skills, notes } = await openSkills(context, input.flag('strict'))
    const format = FORMATS[input.text('format') ?? ''] ?? toInputSchema
    const definitions = offerTools(createTools({ skillManager: skills })).map(format)
    return answer(definitions, () => toJsonLines(definitions), { notes, afterwards: () => skills.close() })
  },
}
