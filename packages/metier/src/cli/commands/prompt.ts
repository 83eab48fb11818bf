import type { Catalogue } from '../../registry/catalogue.js'
import { LIMITS } from '../../skill/limits.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { openReader } from '../skills/open-skills.js'

export const command: Command = {
  name: 'prompt',
  summary: 'Print the list of skills for a system prompt',
  details: [
    'Prints the block for a system prompt: the skills that can be used here, within a token budget. If the list had to be cut, the block and a note on stderr say so.',
  ],
  arguments: [],
  options: [
    {
      name: 'budget',
      kind: 'count',
      value: 'N',
      summary: `Use at most about N tokens (default: limits.catalogueTokens from the configuration, ${LIMITS.catalogueTokens})`,
    },
    STRICT,
  ],
  examples: [
    { line: 'metier prompt > skills.xml', summary: 'Save the block for a system prompt' },
    { line: 'metier prompt --budget 2000', summary: 'Print a shorter block for a small model' },
  ],
  async run(input, context) {
    const opened = await openReader(context, input.flag('strict'))
    const catalogue = opened.reader.catalogue(input.count('budget'))
    return answer(catalogue, () => (catalogue.text === '' ? [] : catalogue.text.split('\n')), {
      notes: [...opened.notes, ...adviseOn(catalogue)],
      afterwards: () => opened.known.close(),
    })
  },
}

function adviseOn({ listed, shortened, left }: Catalogue): readonly string[] {
  if (left > 0) return [`${left} skills did not fit. Use --budget to allow more tokens.`]
  if (shortened > 0) return [`${shortened} descriptions were shortened. Use --budget to allow more tokens.`]
  return listed > 0 ? [] : ["No skill can be used here. Run 'metier doctor' to see why."]
}
