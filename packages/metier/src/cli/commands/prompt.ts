import type { Catalogue } from '../../registry/catalogue.js'
import { LIMITS } from '../../skill/limits.js'
import { answer, type Command, STRICT } from '../arguments/command.js'
import { openReader } from '../skills/open-skills.js'

export const command: Command = {
  name: 'prompt',
  summary: 'print the skills as a model is shown them',
  details: [
    'The block for a system prompt: skills that can be used here, within a budget of tokens. What had to be cut is said in the block and on stderr.',
  ],
  arguments: [],
  options: [
    {
      name: 'budget',
      kind: 'count',
      value: 'N',
      summary: `use at most about N tokens (default: limits.catalogueTokens of the configuration, ${LIMITS.catalogueTokens})`,
    },
    STRICT,
  ],
  examples: [
    { line: 'metier prompt > skills.xml', summary: 'keep the block for a system prompt' },
    { line: 'metier prompt --budget 2000', summary: 'the same for a small model' },
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
  if (left > 0) return [`${left} skills did not fit; --budget makes room.`]
  if (shortened > 0) return [`${shortened} descriptions were shortened; --budget makes room.`]
  return listed > 0 ? [] : ['No skill can be used here. Run metier doctor to see why.']
}
