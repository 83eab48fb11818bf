import { createTools, TOOL_NAMES } from '../../tools/create-tools.js'
import { answer, type Command, misuse, STRICT } from '../arguments/command.js'
import { readJson } from '../arguments/read-json.js'
import { openSkills } from '../skills/open-skills.js'
import { toJsonLines } from '../terminal/json-lines.js'

export const command: Command = {
  name: 'call',
  summary: 'Call a tool as a model would',
  details: [
    'Prints the result of the tool as JSON, exactly as a model or its host gets it. Exits with 1 if the tool reports a failure.',
    'Actions that need your consent are refused, because this command does not prompt.',
  ],
  arguments: [
    { name: 'TOOL', summary: 'The tool', values: TOOL_NAMES },
    { name: 'JSON', summary: 'Input of the tool as a JSON object' },
  ],
  options: [STRICT],
  examples: [
    { line: `metier call Skill '{"skill_name":"pdf"}'`, summary: 'Show what a model gets when it invokes a skill' },
    { line: `metier call skills '{"action":"check","skill":"pdf"}'`, summary: 'Show why a skill cannot be used' },
  ],
  async run(input, context) {
    const read = readJson(input.argument('JSON') ?? '')
    if ('message' in read) return misuse(read.message, [`Pass a JSON object, such as '{"skill_name":"pdf"}'`])
    const { skills, notes } = await openSkills(context, input.flag('strict'))
    const tool = createTools({ skillManager: skills }).find(({ name }) => name === input.argument('TOOL'))
    if (tool === undefined) return misuse(`unknown tool: ${input.argument('TOOL')}`)
    const { data, isError } = await tool.call(read.value, { signal: context.signal })
    return answer(data, () => toJsonLines(data), {
      exitCode: isError ? 1 : 0,
      notes,
      afterwards: () => skills.close(),
    })
  },
}
