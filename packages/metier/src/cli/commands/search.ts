import type { SearchAnswer } from '../../manager/search-skills.js'
import type { RegisteredSkill } from '../../manager/view.js'
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
import { findRegistered } from '../skills/find-registered.js'
import { findSurroundings, openSkills } from '../skills/open-skills.js'
import { type Line, type Span, styled } from '../terminal/lines.js'
import { toListedRow } from './list/chosen-skills.js'
import { MARKS } from './list/lines.js'

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
    const opened = await openSkills(context, input.flag('strict'))
    const limit = input.count('limit') ?? DEFAULT_LIMIT
    const found = opened.skills.search(query, { limit })
    const nothing = found.count > 0 ? [] : [`Nothing matches ${query}. Run metier list to see every skill.`]
    const results = found.results.map((result) => ({ ...result, skill: findRegistered(opened.skills, { ...result }) }))
    return answer(found, (columns) => composeFound({ results }, columns), {
      notes: [...opened.notes, ...nothing],
      afterwards: () => opened.skills.close(),
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
      composeFound({ results: results.map((each) => ({ ...each, path: describeVersion(each.version) })) }, columns),
    { notes: [next] },
  )
}

function installHint(name: string, from: string): Line {
  return ['Install one with ', styled(`metier install ${quoteForShell(name)} --from ${quoteForShell(from)}`, 'cyan')]
}

function describeVersion(version: string | null): string {
  return version === null ? '' : `version ${version}`
}

const READABLE = 100
const DESCRIPTION_LINES = 2

type Shown = Pick<SearchAnswer['results'][number], 'name' | 'description' | 'path' | 'matched' | 'shadowedBy'> & {
  /** Left out where it is not here. */
  readonly skill?: RegisteredSkill | undefined
}

function composeFound({ results }: { readonly results: readonly Shown[] }, columns: number): readonly Line[] {
  const width = Math.min(columns, READABLE) - 2
  return results.flatMap(({ name, description, path, matched, shadowedBy, skill }, at): Line[] => [
    ...(at === 0 ? [] : ['']),
    [...composeName(name, skill), styled(matched.length === 0 ? '' : `  matched: ${matched.join(', ')}`, 'dim')],
    ...wrapText(description, width)
      .slice(0, DESCRIPTION_LINES)
      .map((line) => `  ${line}`),
    ...(path === '' ? [] : [[styled(`  ${path}`, 'dim')]]),
    ...(shadowedBy === undefined ? [] : [[styled(`  shadowed by ${shadowedBy}`, 'yellow')]]),
  ])
}

/** With the mark that a list has; a skill that lost its name is shown by the one that reaches it. */
function composeName(name: string, skill: RegisteredSkill | undefined): readonly Span[] {
  if (skill === undefined) return [styled(name, 'bold')]
  const { label, state } = toListedRow(skill)
  const { text, style = 'bold' } = MARKS[state]
  return [styled(text, style), ' ', styled(label, 'bold')]
}
