import { basename, dirname, resolve } from 'node:path'
import { renderOverlaps } from '../../../contracts/overlap.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import { answer, type Command, type Context, misuse, refuse, SET, STRICT } from '../../arguments/command.js'
import { describeInvalidScore, readScore } from '../../arguments/read-score.js'
import { refuseUnknown } from '../../arguments/refuse-unknown.js'
import { type OpenedReader, openReader } from '../../skills/open-skills.js'
import { type Line, styled } from '../../terminal/lines.js'
import { composeOverlaps } from './lines.js'

export const command: Command = {
  name: 'overlap',
  summary: 'Show skills that would be confused with each other',
  details: [
    'Compares names, descriptions, tags and the start of each body. A pair with a score of 0.45 or more overlaps; from 0.35 on, it may. Copies, forks and translations are listed apart. Uses no model, so the same skills always give the same result.',
    'For each pair, shows the words that both skills answer to, the words that only one has, which skill the sentences of each description would find, and a sentence for each description that would draw the boundary.',
    'With NAME, compares that skill with the others. DIR can be a skill, which is compared with yours and with those next to it, or a directory of skills, which are compared with each other.',
  ],
  arguments: [{ name: 'NAME|DIR', summary: 'A skill, or a directory', isOptional: true, completes: 'skills' }],
  options: [
    { name: 'min', kind: 'text', value: 'SCORE', default: '0.45', summary: 'Show pairs with at least this score' },
    SET,
    STRICT,
  ],
  examples: [
    { line: 'metier overlap', summary: 'Show all pairs of skills that overlap' },
    { line: 'metier overlap pdf --min 0.35', summary: 'Show the skills that may be confused with pdf' },
    { line: 'metier overlap ./skills --json', summary: 'Compare the skills of a directory, as JSON' },
  ],
  async run(input, context) {
    const min = readScore(input, 'min')
    if (min === 'invalid') return misuse(describeInvalidScore('min'))
    const asked = input.argument('NAME|DIR')
    const isStrict = input.flag('strict')
    const own = await openReader(context, isStrict)
    const target = asked === undefined ? { opened: own } : await findTarget(asked, own, context, isStrict)
    if (target === undefined) return refuseUnknown({ input, context, opened: own }, asked ?? '')
    const { opened, name } = target
    if (asked !== undefined && opened.reader.registry.all.size === 0) {
      return refuse(`${resolve(context.workdir, asked)} contains no skill`, [WHAT_IS_A_SKILL])
    }
    await opened.reader.prepareSearch(context.signal)
    const overlaps = opened.reader.overlap({ ...(name !== undefined && { name }), ...(min !== undefined && { min }) })
    if (overlaps === undefined) return refuse(`${asked} contains no skill that can be loaded`)
    const report = renderOverlaps(overlaps)
    return answer(report, (columns) => composeOverlaps(report, columns), {
      notes: [...opened.notes, ...describeLack(opened)],
      afterwards: async () => {
        await opened.known.close()
        if (opened !== own) await own.known.close()
      },
    })
  },
}

/** A report about one skill says nothing about its neighbors. */
function describeLack({ reader }: OpenedReader): readonly Line[] {
  const lack = ['no skills found', 'there is no other skill here'][reader.registry.all.size]
  if (lack === undefined) return []
  return [[styled('warning: ', 'yellow'), `nothing to compare: ${lack}; --root DIR adds skills`]]
}

const WHAT_IS_A_SKILL = 'A skill is a directory that contains a SKILL.md.'

interface OverlapTarget {
  readonly opened: OpenedReader
  /** The skill to compare with the others; undefined for all with each other. */
  readonly name?: string
}

/** A skill of that name comes first; a path such as ./pdf is never a name. */
async function findTarget(
  asked: string,
  own: OpenedReader,
  context: Context,
  isStrict: boolean,
): Promise<OverlapTarget | undefined> {
  if (own.reader.find(asked) !== undefined) return { opened: own, name: asked }
  const path = resolve(context.workdir, asked)
  const folder = isFile(path) && /^skill\.md$/i.test(basename(path)) ? dirname(path) : path
  if (!isFolder(folder)) return undefined
  const isSkill = isFile(resolve(folder, 'SKILL.md'))
  // The skill itself comes first, so that it wins over an installed version of it.
  const beside = context.roots.length > 0 ? [] : [dirname(folder)]
  const others = [...beside, ...own.roots.map((root) => root.path).filter(isFolder)]
  const roots = isSkill ? [folder, ...others] : [folder]
  const opened = await openReader({ ...context, roots }, isStrict)
  return isSkill ? { opened, name: folder } : { opened }
}
