import { LIMITS } from '../../skill/limits.js'
import { nearestWords } from '../../skill/text/nearest-words.js'
import type { ToolEntry } from '../../skill/tools-file/tools-file.js'
import { isRecord } from '../../skill/unknown-value.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'
import { toCallAnswer } from '../../tools/call-skill-tool.js'
import { type CallResult, refuseInput } from '../../workspace/tools/call-tool.js'
import { validateInput } from '../../workspace/tools/validate-input.js'
import {
  ALLOW,
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  decline,
  type Input,
  misuse,
  refuse,
  STRICT,
} from '../arguments/command.js'
import { readJson, readJsonFrom } from '../arguments/read-json.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { type ActivatingCall, composeCommand, type SkillSession, withActiveSkill } from '../skills/active-skill.js'
import { openSkills } from '../skills/open-skills.js'
import { canAsk } from '../terminal/ask.js'
import { toJsonLines } from '../terminal/json-lines.js'

export const command: Command = {
  name: 'run',
  summary: "Call a skill's own tool as an agent would",
  details: [
    'Activates the skill, calls one of its tools, prints the result and deactivates the skill. Tools are scripts in tools.yaml or come from a server that it names. Exits with 1 if the call fails or is refused.',
    'On a terminal, asks before it runs anything that you have not approved. Without a terminal, approve the skill first and pass --allow for each category that needs your consent: write, execute or network.',
  ],
  arguments: [
    { name: 'SKILL', summary: 'Name of the skill', completes: 'skills' },
    { name: 'TOOL', summary: 'Name of the tool', isOptional: true, completes: 'skillTools' },
    { name: 'JSON', summary: 'Input of the tool as a JSON object, or - to read it from stdin', isOptional: true },
  ],
  options: [ALLOW, STRICT],
  examples: [
    { line: `metier run pdf extract_text '{"file":"a.pdf"}'`, summary: 'Call a tool of the skill pdf' },
    {
      line: 'metier run pdf extract_text - --allow execute < input.json',
      summary: 'Call it from a script, with the input from a file',
    },
  ],
  async run(input, context) {
    if (input.argument('TOOL') === undefined) return refuseToolless(input, context)
    const { stdin } = context.io
    const given = input.argument('JSON') ?? '{}'
    const isPiped = given === '-'
    const read = isPiped ? await readJsonFrom(stdin, LIMITS.toolInputBytes, context.signal) : readJson(given)
    if ('message' in read) return misuse(read.message, [PASS_AN_OBJECT])
    const { value } = read
    if (!isRecord(value)) return misuse('the input of a tool must be a JSON object', [PASS_AN_OBJECT])
    const opened = await openSkills(context, input.flag('strict'))
    const calling = { input, context, opened, mayAsk: !isPiped && canAsk(context.io) }
    const outcome =
      (await refuseEarly(calling, value)) ??
      (await withActiveSkill(input.argument('SKILL') ?? '', calling, (active) => callTool(value, active, input)))
    // What a tool wrote belongs to its error.
    const notes = [...(outcome.notes ?? []), ...opened.notes]
    return { ...outcome, notes, afterwards: () => opened.skills.close() }
  },
}

const PASS_AN_OBJECT = `Pass a JSON object, such as '{"file":"a.pdf"}'`

/** Lists the tools to choose from. */
async function refuseToolless(input: Input, context: Context): Promise<CommandOutcome> {
  const name = input.argument('SKILL') ?? ''
  const opened = await openSkills(context, input.flag('strict'))
  const afterwards = () => opened.skills.close()
  const skill = opened.reader.find(name)
  if (skill === undefined) return { ...(await refuseUnknown({ input, context, opened }, name)), afterwards }
  const { tools: file = {} } = await reviewTools(skill.skillPath)
  const names = (file.tools ?? []).map((tool) => tool.name)
  const listed =
    names.length === 0 ? [`Skill '${name}' lists no tools in a tools.yaml.`] : [`Its tools: ${names.join(', ')}`]
  const all = `See them with their schemas: ${composeCommand(input, 'tools', '--skill', name, '--json')}`
  return { ...misuse('missing argument TOOL', [...listed, ...(names.length === 0 ? [] : [all])]), afterwards }
}

/** A mistyped name or input should not cost an approval first. */
async function refuseEarly({ input, opened }: ActivatingCall, params: unknown): Promise<CommandOutcome | undefined> {
  const skill = opened.reader.find(input.argument('SKILL') ?? '')
  if (skill === undefined) return undefined
  const { tools: file = {}, diagnostics } = await reviewTools(skill.skillPath)
  if (diagnostics.length > 0) return undefined
  const { tools = [] } = file
  const tool = tools.find(({ name }) => name === input.argument('TOOL'))
  if (tool !== undefined) return refuseParams(tool, params, input)
  // Servers and other skills add tools that the file does not list.
  if ((file.servers ?? file.reuses ?? file.requires) !== undefined) return undefined
  return refuseTool(
    tools.map(({ name }) => name),
    input,
  )
}

async function refuseParams(
  { name: toolName, input: paramsSchema = { type: 'object' } }: ToolEntry,
  params: unknown,
  input: Input,
): Promise<CommandOutcome | undefined> {
  const checked = await validateInput({ toolName, paramsSchema }, params)
  if (checked.ok) return undefined
  const failure = refuseInput(toolName, checked.issues)
  return refuseCall({ success: false, error: failure.message, failure }, [], input)
}

async function callTool(params: unknown, active: SkillSession, input: Input): Promise<CommandOutcome> {
  const tool = input.argument('TOOL') ?? ''
  const names = active.tools.map(({ toolName }) => toolName)
  if (!names.includes(tool)) return refuseTool(names, input)
  const result = await active.call(tool, params)
  if (result.success) return answer(result.result ?? null, () => toLines(result.result))
  return refuseCall(result, active.hints(), input)
}

/** Text is printed as it is, everything else as JSON. */
function toLines(result: unknown): readonly string[] {
  if (result === undefined) return []
  return typeof result === 'string' ? result.replace(/\n$/, '').split('\n') : toJsonLines(result)
}

function refuseTool(names: readonly string[], input: Input): CommandOutcome {
  const tool = input.argument('TOOL') ?? ''
  const skill = input.argument('SKILL') ?? ''
  if (names.length === 0) return refuse(`Skill '${skill}' has no tools`)
  const near = nearestWords(names, tool)
  const meant = near.length === 0 ? `Its tools: ${names.join(', ')}` : `Did you mean: ${near.join(', ')}`
  const error = `Skill '${skill}' has no tool '${tool}'`
  return refuse(error, [meant], { error, suggestions: [meant] })
}

/** The suggestions of a refusal are for models; a person gets the commands that help. */
function refuseCall(
  result: Extract<CallResult, { success: false }>,
  hints: ReturnType<SkillSession['hints']>,
  input: Input,
): CommandOutcome {
  const { code, message, suggestions } = result.failure
  if (code === 'call_not_approved' && hints.length === 0) return decline('Not run')
  const data = toCallAnswer(result).data as Readonly<Record<string, unknown>>
  const schema = `See the schema of its input: ${composeCommand(input, 'tools', '--skill', input.argument('SKILL') ?? '', '--json')}`
  const own = code === 'input_invalid' ? [schema] : code === 'tool_failed' ? suggestions : []
  const help = hints.length > 0 ? hints : own
  const { suggestions: _, ...rest } = data
  // A stack trace is unreadable in one line.
  const [said = '', ...more] = message.split('\n')
  return refuse(said, [...more, ...help], { ...rest, ...(help.length > 0 && { suggestions: help }) })
}
