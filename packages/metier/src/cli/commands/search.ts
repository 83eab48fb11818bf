import { renderSearch } from '../../contracts/skills.js'
import { fileOf } from '../../registry/record/skill-record.js'
import type { SkillMatch } from '../../registry/search/search-skills.js'
import { assessRecord, type Situation } from '../../registry/situation.js'
import { qualifiedName } from '../../registry/snapshot.js'
import { wrapText } from '../../skill/text/columns.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
  STRICT,
} from '../arguments/command.js'
import { findSurroundings, openReader } from '../skills/open-skills.js'
import { type Line, type Span, styled } from '../terminal/lines.js'
import { type ListedRow, MARKS, toListedRow } from './list/lines.js'

const DEFAULT_LIMIT = 10

export const command: Command = {
  name: 'search',
  summary: 'find skills by what they do',
  details: [
    'Looks at names, descriptions, tags and headings, forgives slips, and says which words matched. A tick marks a skill that can be used here, a cross one that cannot, and a dash one that is switched off.',
    '--from asks a registry instead: clawhub, one of the configuration, or the address of one. Only then anything leaves this machine, and only the query does.',
  ],
  arguments: [{ name: 'QUERY', summary: 'words to look for', isRepeated: true }],
  options: [
    { name: 'limit', kind: 'count', value: 'N', default: DEFAULT_LIMIT, summary: 'show at most N skills' },
    { name: 'from', kind: 'text', value: 'REGISTRY', summary: 'search a registry instead of what is here' },
    STRICT,
  ],
  examples: [
    { line: 'metier search "release notes"', summary: 'skills about release notes, best first' },
    { line: 'metier search pdf --limit 3 --json', summary: 'the three best for a script' },
    { line: 'metier search pdf forms --from clawhub', summary: 'what could be installed' },
  ],
  async run(input, context) {
    const query = input.rest('QUERY').join(' ')
    if (query.trim() === '') return misuse('QUERY is missing', ['Run metier help search to see what it takes.'])
    const from = input.text('from')
    if (from !== undefined) return await searchRegistry(query, from, input, context)
    const { reader, known, notes } = await openReader(context, input.flag('strict'))
    const matches = reader.search(query, { limit: input.count('limit') ?? DEFAULT_LIMIT })
    const nothing = matches.length > 0 ? [] : [`Nothing matches ${query}. Run metier list to see every skill.`]
    const found = matches.map((match) => toShown(match, known.situation()))
    return answer(renderSearch(matches), (columns) => composeFound(found, columns), {
      notes: [...notes, ...nothing],
      afterwards: () => known.close(),
    })
  },
}

async function searchRegistry(query: string, from: string, input: Input, context: Context): Promise<CommandOutcome> {
  const [{ searchRemotely }, { openProgress, showWaits }] = await Promise.all([
    import('../../manager/store-operations/search-remote.js'),
    import('../terminal/show-progress.js'),
  ])
  const { registries } = findSurroundings(context, false).settings
  const { signal } = context
  const limit = input.count('limit') ?? DEFAULT_LIMIT
  const progress = input.flag('json') ? undefined : openProgress(context.io)
  const onProgress = progress && showWaits(progress)
  const searching = searchRemotely(query, { from, limit, registries, signal, onProgress })
  const found = await searching.finally(() => progress?.end())
  if (!found.ok) return refuse(found.failure.message, found.failure.suggestions)
  const results = found.value.skills.map(({ name, description, version, score, downloads, matched }) => {
    return { name, description, version: version ?? null, score, downloads: downloads ?? null, matched }
  })
  const next =
    results.length === 0
      ? `Nothing in ${from} matches ${query}.`
      : installHint(results[0]?.name ?? '', found.value.source)
  return answer(
    { count: results.length, from, results },
    (columns) =>
      composeFound(
        results.map(({ version, ...each }) => ({ ...each, place: version === null ? '' : `version ${version}` })),
        columns,
      ),
    { notes: [next] },
  )
}

function installHint(name: string, from: string): Line {
  return ['Install one with ', styled(`metier install ${quoteForShell(name)} --from ${quoteForShell(from)}`, 'cyan')]
}

const READABLE = 100
const DESCRIPTION_LINES = 2

/** A skill that was found, here or in a registry. */
interface Shown {
  readonly name: string
  readonly description: string
  /** Its SKILL.md, or the version that a registry has; empty if there is none to show. */
  readonly place: string
  readonly matched: readonly string[]
  /** Left out if it is not here. */
  readonly row?: ListedRow
  /** The SKILL.md of the nearer skill of its name. */
  readonly shadowedBy?: string
}

function toShown({ record, matched, shadowedBy }: SkillMatch, situation: Situation): Shown {
  const { name, description } = record
  return {
    name,
    description,
    place: fileOf(record),
    matched,
    row: toListedRow(assessRecord(record, situation), shadowedBy && qualifiedName(record)),
    ...(shadowedBy !== undefined && { shadowedBy: fileOf(shadowedBy) }),
  }
}

function composeFound(found: readonly Shown[], columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE) - 2
  return found.flatMap(({ name, description, place, matched, shadowedBy, row }, at): Line[] => [
    ...(at === 0 ? [] : ['']),
    [...composeName(name, row), styled(matched.length === 0 ? '' : `  matched: ${matched.join(', ')}`, 'dim')],
    ...wrapText(description, width)
      .slice(0, DESCRIPTION_LINES)
      .map((line) => `  ${line}`),
    ...(place === '' ? [] : [[styled(`  ${place}`, 'dim')]]),
    ...(shadowedBy === undefined ? [] : [[styled(`  shadowed by ${shadowedBy}`, 'yellow')]]),
  ])
}

/** With the mark that a list has; a skill that lost its name is shown by the one that reaches it. */
function composeName(name: string, row: ListedRow | undefined): readonly Span[] {
  if (row === undefined) return [styled(name, 'bold')]
  const { text, style = 'bold' } = MARKS[row.state]
  return [styled(text, style), ' ', styled(row.label, 'bold')]
}
