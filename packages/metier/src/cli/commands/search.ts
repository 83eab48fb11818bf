import { renderSearch } from '../../contracts/skills.js'
import type { KnownSkills } from '../../manager/known-skills.js'
import { fileOf } from '../../registry/record/skill-record.js'
import { nameOfLanguage, type UnderstoodQuery, understandQuery } from '../../registry/search/languages/query-words.js'
import type { SkillMatch } from '../../registry/search/search-skills.js'
import { assessRecord, type Situation } from '../../registry/situation.js'
import { callName } from '../../registry/snapshot.js'
import { cutText, wrapText } from '../../skill/text/columns.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
  SET,
  STRICT,
} from '../arguments/command.js'
import { NOTHING_YET } from '../skills/nothing-yet.js'
import { findSurroundings, openReader } from '../skills/open-skills.js'
import { type Line, type Span, say, styled } from '../terminal/lines.js'
import { type ListedRow, markOf, toListedRow } from './list/lines.js'

const DEFAULT_LIMIT = 10

export const command: Command = {
  name: 'search',
  summary: 'Search for skills by what they do',
  details: [
    'Searches names, descriptions, tags, headings and the start of each body, tolerates typos, and shows which words matched. Understands English, German, Spanish, French, Portuguese, Chinese, Japanese and Korean. ✓ marks a skill that can be used here, ✗ one that cannot, and - one that is disabled or not approved.',
    '--from searches a registry instead: clawhub, a registry from the configuration, or the URL of a registry or of a published site. A registry gets the query and nothing else. The list of a site is searched on this machine. Without --from, nothing leaves this machine.',
  ],
  arguments: [{ name: 'QUERY', summary: 'Words to search for', isRepeated: true }],
  options: [
    { name: 'limit', kind: 'count', value: 'N', default: DEFAULT_LIMIT, summary: 'Show at most N skills' },
    { name: 'from', kind: 'text', value: 'REGISTRY', summary: 'Search a registry instead of local skills' },
    SET,
    STRICT,
  ],
  examples: [
    { line: 'metier search "release notes"', summary: 'Find skills about release notes, best match first' },
    { line: 'metier search pdf --limit 3 --json', summary: 'Print the three best matches as JSON' },
    { line: 'metier search pdf forms --from clawhub', summary: 'Find skills to install' },
  ],
  async run(input, context) {
    const query = input.rest('QUERY').join(' ')
    if (query.trim() === '') return misuse('missing argument QUERY', ["Run 'metier help search' to see its usage."])
    const from = input.text('from')
    if (from !== undefined) return await searchRegistry(query, from, input, context)
    const { reader, known, notes } = await openReader(context, input.flag('strict'))
    await reader.prepareSearch(context.signal)
    const matches = reader.search(query, { limit: input.count('limit') ?? DEFAULT_LIMIT })
    const understood = understandQuery(query)
    const nothing = matches.length > 0 ? [] : adviseOnNothing(query, understood, known.situation())
    const found = matches.map((match) => toShown(match, known.situation()))
    return answer(
      renderSearch(matches, () => understood),
      (columns) => composeFound(found, columns),
      { notes: [...notes, ...warnOfIndex(known), ...nothing], afterwards: () => known.close() },
    )
  },
}

/** Says what was searched for, so that a query that was read wrongly can be put differently. */
function describeUnderstood({ languages, words, ignored }: UnderstoodQuery): readonly string[] {
  if (words.length === 0) return []
  const left = ignored.length === 0 ? '' : `; ignored: ${ignored.join(', ')}`
  const language = languages.includes('en') ? '' : ` (read as ${languages.map(nameOfLanguage).join(' or ')})`
  return [`Searched for: ${words.map(({ word }) => word).join(', ')}${left}${language}`]
}

/** A damaged index makes one search slow, and one that cannot be written makes all of them slow. */
function warnOfIndex(known: KnownSkills): readonly Line[] {
  const file = known.searchIndexPath()
  const problems = known.situation().snapshot.notes.filter((note) => note.file === file && file !== undefined)
  return problems.map(({ message }) => [styled('warning: ', 'yellow'), message])
}

async function searchRegistry(query: string, from: string, input: Input, context: Context): Promise<CommandOutcome> {
  const [{ searchRemotely }, { tokenForSource }, { openProgress, showWaits }] = await Promise.all([
    import('../../manager/store-operations/search-remote.js'),
    import('../hub/named-hub.js'),
    import('../terminal/show-progress.js'),
  ])
  const surroundings = findSurroundings(context, false)
  const { registries } = surroundings.settings
  const hubs = { home: surroundings.place.home, token: tokenForSource(from, surroundings) }
  const { signal } = context
  const limit = input.count('limit') ?? DEFAULT_LIMIT
  const progress = input.flag('json') ? undefined : openProgress(context.io)
  const onProgress = progress && showWaits(progress)
  const searching = searchRemotely(query, { from, limit, registries, hubs, signal, onProgress })
  const found = await searching.finally(() => progress?.end())
  if (!found.ok) return refuse(found.failure.message, found.failure.suggestions)
  const results = found.value.skills.map(({ name, description, version, score, downloads, matched }) => {
    return { name, description, version: version ?? null, score, downloads: downloads ?? null, matched }
  })
  const next =
    results.length === 0
      ? `No skills in ${from} match '${query}'.`
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
  return ['To install one: ', styled(`metier install ${quoteForShell(name)} --from ${quoteForShell(from)}`, 'cyan')]
}

const READABLE = 100
const DESCRIPTION_LINES = 2

/** A skill that was found locally or in a registry. */
interface Shown {
  readonly name: string
  readonly description: string
  /** The path of its SKILL.md, or its version in a registry; empty if unknown. */
  readonly place: string
  readonly matched: readonly string[]
  /** Left out if the skill is from a registry. */
  readonly row?: ListedRow
  /** The SKILL.md of the nearer skill with the same name. */
  readonly shadowedBy?: string
}

function toShown({ record, matched, shadowedBy }: SkillMatch, situation: Situation): Shown {
  const { name, description } = record
  return {
    name,
    description,
    place: fileOf(record),
    matched,
    row: toListedRow(assessRecord(record, situation), shadowedBy && callName(situation.snapshot, record)),
    ...(shadowedBy !== undefined && { shadowedBy: fileOf(shadowedBy) }),
  }
}

function composeFound(found: readonly Shown[], columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE) - 2
  return found.flatMap(({ name, description, place, matched, shadowedBy, row }, at): Line[] => [
    ...(at === 0 ? [] : ['']),
    [...composeName(name, row), styled(matched.length === 0 ? '' : `  matched: ${matched.join(', ')}`, 'dim')],
    ...cutLines(description, width).map((line) => `  ${line}`),
    ...(place === '' ? [] : [[styled(`  ${place}`, 'dim')]]),
    ...(shadowedBy === undefined ? [] : [[styled(`  shadowed by ${shadowedBy}`, 'yellow')]]),
  ])
}

function cutLines(text: string, width: number): readonly string[] {
  const lines = wrapText(text, width)
  const kept = lines.slice(0, DESCRIPTION_LINES)
  const last = kept.at(-1)
  if (lines.length <= kept.length || last === undefined) return kept
  // One more character than fits is cut, with an ellipsis in its place.
  return [...kept.slice(0, -1), cutText(`${last} …`, width)]
}

function adviseOnNothing(query: string, understood: UnderstoodQuery, { snapshot }: Situation): readonly Line[] {
  if (snapshot.skills.length === 0) return NOTHING_YET.map(say)
  const elsewhere = `Search a registry: metier search ${quoteForShell(query)} --from clawhub`
  const nothing = `No skills match '${query}'. Run 'metier list' to see all skills.`
  return [nothing, ...describeUnderstood(understood), elsewhere].map(say)
}

/** The name with its state mark; a shadowed skill is shown by its qualified name. */
function composeName(name: string, row: ListedRow | undefined): readonly Span[] {
  if (row === undefined) return [styled(name, 'bold')]
  const { text, style = 'bold' } = markOf(row)
  return [styled(text, style), ' ', styled(row.label, 'bold')]
}
