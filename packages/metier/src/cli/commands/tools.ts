import { effectiveCategory } from '../../skill/command/command-category.js'
import type { ToolsFile } from '../../skill/tools-file/tools-file.js'
import { offerTools, type ToolDefinition } from '../../tools/agent-tool.js'
import { createTools } from '../../tools/create-tools.js'
import type { FunctionConfig } from '../../tools/wave.js'
import { profileOf, SERVER_PROFILE } from '../../workspace/sandbox/profile.js'
import type { Category, Tool } from '../../workspace/tools/tool.js'
import { jsonSchemaOf } from '../../workspace/tools/tool-schema.js'
import { ALLOW, answer, type Command, type CommandOutcome, STRICT } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { typeAgain } from '../arguments/typed-again.js'
import type { ActivatingCall } from '../skills/active-skill.js'
import { openSkills } from '../skills/open-skills.js'
import { type PrintedProfile, printProfile } from '../skills/sandbox-profile.js'
import { canAsk } from '../terminal/ask.js'
import { toJsonLines } from '../terminal/json-lines.js'
import { composeTable } from '../terminal/table.js'
import { refuseReview } from './approve/refuse-review.js'

/** A tool; `config` is set if its contract fixes its form in an OpenAI request, `category` if a skill brings it. */
interface Shown {
  readonly definition: ToolDefinition
  readonly config?: FunctionConfig
  readonly category?: Category
  /** Null if it does not run on this machine. */
  readonly sandbox?: PrintedProfile | null
}

type Format = (tool: Shown) => unknown

const toInputSchema: Format = ({ definition: { name, description, inputSchema } }) => ({
  name,
  description,
  input_schema: inputSchema,
})

const FORMATS: Readonly<Record<string, Format>> = {
  json: ({ definition: { name, description, inputSchema }, category, sandbox }) => ({
    name,
    description,
    ...(category !== undefined && { category }),
    ...(sandbox !== undefined && { sandbox }),
    input_schema: inputSchema,
  }),
  openai: ({ definition: { name, description, inputSchema }, config }) =>
    config ?? { type: 'function', function: { name, description, parameters: inputSchema } },
  anthropic: toInputSchema,
  mcp: ({ definition }) => definition,
}

export const command: Command = {
  name: 'tools',
  summary: 'Print the tool definitions that a model gets',
  details: [
    'activate_skill is left out if no skill can be used.',
    "With --skill, lists the tools that a skill adds while it is active; with --format or --json, prints their schemas, in the json format with categories and sandbox profiles. If the skill has servers, they are started to list their tools, which needs your approval as in 'metier run'.",
  ],
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
    { name: 'skill', kind: 'text', value: 'NAME', completes: 'skills', summary: 'List the tools of this skill' },
    { ...ALLOW, needs: 'skill' },
    STRICT,
  ],
  examples: [
    { line: 'metier tools', summary: 'Print name, description and input schema of every tool' },
    { line: 'metier tools --format openai', summary: 'Print them in the format of an OpenAI request' },
    { line: 'metier tools --skill pdf', summary: 'List the tools of the skill pdf' },
  ],
  async run(input, context) {
    const opened = await openSkills(context, input.flag('strict'))
    const { skills, notes } = opened
    const format = FORMATS[input.text('format') ?? ''] ?? toInputSchema
    const name = input.text('skill')
    const calling = { input, context, opened, mayAsk: canAsk(context.io) }
    const outcome =
      name === undefined
        ? print(offerTools(createTools({ skillManager: skills })), format)
        : await printSkillTools(name, calling, format)
    return { ...outcome, notes: [...notes, ...(outcome.notes ?? [])], afterwards: () => skills.close() }
  },
}

function print(tools: readonly Shown[], format: Format): CommandOutcome {
  const definitions = tools.map(format)
  return answer(definitions, () => toJsonLines(definitions))
}

/** A person wants to know what there is; a format or --json asks for the schemas. */
function printOwn(tools: readonly Shown[], format: Format, { input }: ActivatingCall): CommandOutcome {
  const outcome = print(tools, format)
  if (tools.length === 0 || input.pieces.some(({ option }) => option === 'format')) return outcome
  const rows = tools.map(({ definition: { name, description }, category = 'read' }) => [
    { text: name, style: 'bold' as const },
    { text: category, style: 'dim' as const },
    { text: description.replace(/\s+/g, ' ') },
  ])
  const schemas = `With their schemas: ${typeAgain(input, { with: ['--json'] })}`
  return { ...outcome, lines: (columns) => [...composeTable(rows, columns), '', schemas] }
}

/** The file lists scripts; what servers and other skills add is known only while the skill is active. */
async function printSkillTools(name: string, calling: ActivatingCall, format: Format): Promise<CommandOutcome> {
  const { opened, context } = calling
  const skill = opened.reader.find(name)
  if (skill === undefined) return refuseUnknown(calling, name)
  const { reviewTools } = await import('../../system/skill-files/review-tools.js')
  const { tools: file = {}, diagnostics } = await reviewTools(skill.skillPath)
  if (diagnostics.length > 0) return refuseReview({ error: `The tools of '${name}' are invalid`, diagnostics }, context)
  if (Object.keys(file.servers ?? {}).length + (file.reuses ?? []).length > 0) {
    const { withActiveSkill } = await import('../skills/active-skill.js')
    return withActiveSkill(name, calling, async ({ tools }) =>
      printOwn(
        tools.map((tool) => ({
          definition: { name: tool.toolName, description: tool.desc, inputSchema: jsonSchemaOf(tool) },
          category: tool.category ?? 'read',
          sandbox: sandboxOf(tool, file.tools),
        })),
        format,
        calling,
      ),
    )
  }
  return printOwn(
    (file.tools ?? []).map(({ name: own, description, input = { type: 'object' }, category, run }) => ({
      definition: { name: own, description, inputSchema: input },
      category: effectiveCategory(category, run),
      sandbox: printProfile(profileOf(category ?? 'execute')),
    })),
    format,
    calling,
  )
}

/** Only a script has a command; a tool of a server by URL has the category network. */
function sandboxOf(
  { toolName, command, category = 'read' }: Tool,
  own: ToolsFile['tools'] = [],
): PrintedProfile | null {
  const declared = own.find(({ name }) => name === toolName)?.category ?? 'execute'
  if (command !== undefined) return printProfile(profileOf(declared))
  return category === 'network' ? null : printProfile(SERVER_PROFILE)
}
