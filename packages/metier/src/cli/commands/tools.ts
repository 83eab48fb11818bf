import { offerTools, type ToolDefinition } from '../../tools/agent-tool.js'
import { createTools } from '../../tools/create-tools.js'
import type { FunctionConfig } from '../../tools/wave.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { openSkills } from '../skills/open-skills.js'
import { toJsonLines } from '../terminal/json-lines.js'

/** A tool whose contract fixes its form in an OpenAI request has that form itself. */
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
  summary: 'print the tool definitions that a model would see',
  details: ['activate_skill is left out while no skill can be used.'],
  arguments: [],
  options: [
    {
      name: 'format',
      kind: 'text',
      value: 'FORMAT',
      values: Object.keys(FORMATS),
      default: 'json',
      summary: 'the form that an agent library takes',
    },
    STRICT,
  ],
  examples: [
    { line: 'metier tools', summary: 'name, description and input schema of every tool' },
    { line: 'metier tools --format openai', summary: 'the same as an OpenAI request carries it' },
  ],
  async run(input, context) {
    const { skills, notes } = await openSkills(context, input.flag('strict'))
    const format = FORMATS[input.text('format') ?? ''] ?? toInputSchema
    const definitions = offerTools(createTools({ skillManager: skills })).map(format)
    return answer(definitions, () => toJsonLines(definitions), { notes, afterwards: () => skills.close() })
  },
}
