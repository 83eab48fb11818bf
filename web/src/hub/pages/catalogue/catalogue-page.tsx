import { useEffect, useState } from 'react'
import { plural } from '../../../parts/format.js'
import { Icon } from '../../../parts/icon.js'
import { PageHead, Panel } from '../../../parts/panel.js'
import { Empty, Show } from '../../../parts/waiting.js'
import { Link } from '../../../router/link.js'
import { setParameters, useParameter } from '../../../router/location.js'
import { withParameters } from '../../../router/route.js'
import { Unlisted } from '../../parts/unlisted.js'
import { useAnswer } from '../../server/answers.js'
import { useSession, useUser } from '../../server/session.js'
import { FirstRun } from './first-run.js'
import { SkillRows, toFoundRow, toListedRow } from './skill-rows.js'

const SORTS = [
  { id: 'updated', label: 'Recently updated' },
  { id: 'downloads', label: 'Most downloaded' },
  { id: 'newest', label: 'Newest' },
  { id: 'name', label: 'By name' },
] as const

const PAGE_SIZE = 25
const MOST_FOUND = 50
/** Typing pauses this long before the hub is asked. */
const PAUSE = 150

/** The skills of the hub that the visitor sees: found by what they do, or page by page. */
export function CataloguePage() {
  const { hub, user } = useSession()
  const [query] = useParameter('q')
  const [owner] = useParameter('owner')
  return (
    <>
      <PageHead title="Skills">
        <p>
          Instructions for agents, scanned before they are published and signed by {hub.name}.
          {owner === '' ? null : (
            <>
              {' '}
              Only those of <strong>@{owner}</strong>. <Link to="/">Show all</Link>
            </>
          )}
        </p>
      </PageHead>
      <div className="stack">
        <SearchBox query={query} />
        {query === '' ? <Listed owner={owner} /> : <Found query={query} />}
        {query === '' && owner === '' && user !== null ? <Unlisted /> : null}
      </div>
    </>
  )
}

function SearchBox({ query }: { readonly query: string }) {
  const [text, setText] = useState(query)
  // The address may change by itself: back, or a link.
  useEffect(() => setText(query), [query])
  useEffect(() => {
    if (text.trim() === query) return
    const timer = setTimeout(() => setParameters({ q: text.trim(), cursor: '', owner: '' }, { replace: true }), PAUSE)
    return () => clearTimeout(timer)
  }, [text, query])
  return (
    <div className="search hub-search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        aria-label="Search skills"
        placeholder="Search by what a skill does"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}

function Found({ query }: { readonly query: string }) {
  const found = useAnswer('GET /api/v1/search', { q: query, limit: MOST_FOUND }, { keepsOld: true })
  return (
    <Panel title="Results" note={<span role="status">{noteOf(found.value?.results.length)}</span>}>
      <Show answer={found} lines={12}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty title={`No skill matches “${query}”`}>
              <p>Try words for the task instead of a name. Private skills appear once you are signed in.</p>
            </Empty>
          ) : (
            <SkillRows rows={results.map(toFoundRow)} />
          )
        }
      </Show>
    </Panel>
  )
}

function noteOf(results: number | undefined): string {
  if (results === undefined) return '\u00a0'
  return results >= MOST_FOUND ? `The best ${MOST_FOUND}, best first` : `${plural(results, 'skill')}, best first`
}

function Listed({ owner }: { readonly owner: string }) {
  const [chosen] = useParameter('sort')
  const [cursor] = useParameter('cursor')
  const sort = SORTS.find(({ id }) => id === chosen)?.id ?? 'updated'
  const input = { sort, limit: PAGE_SIZE, ...(cursor === '' ? {} : { cursor }), ...(owner === '' ? {} : { owner }) }
  const page = useAnswer('GET /api/v1/skills', input, { keepsOld: true })
  const toPage = (changes: Readonly<Record<string, string>>) => withParameters('/', { owner, sort: chosen, ...changes })
  if (page.value?.items.length === 0 && owner === '' && cursor === '') return <FirstRun />
  return (
    <Panel title="All skills" actions={<SortChoice sort={sort} toPage={toPage} />}>
      <Show answer={page} lines={18}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? <NoSkills owner={owner} /> : <SkillRows rows={items.map(toListedRow)} />}
            {cursor === '' && nextCursor === null ? null : (
              <nav className="row-apart panel-note" aria-label="Further skills">
                {cursor === '' ? <span /> : <Link to={toPage({})}>First page</Link>}
                {nextCursor === null ? (
                  <span>No more skills</span>
                ) : (
                  <Link to={toPage({ cursor: nextCursor })}>Next page</Link>
                )}
              </nav>
            )}
          </>
        )}
      </Show>
    </Panel>
  )
}

interface SortChoiceProps {
  readonly sort: string
  readonly toPage: (changes: Readonly<Record<string, string>>) => string
}

function SortChoice({ sort, toPage }: SortChoiceProps) {
  return (
    <nav className="segments" aria-label="Order">
      {SORTS.map(({ id, label }) => (
        <Link key={id} to={toPage({ sort: id })} aria-current={id === sort ? 'true' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

function NoSkills({ owner }: { readonly owner: string }) {
  const user = useUser()
  return (
    <Empty title={owner === '' ? 'No more skills' : `@${owner} has no skills that you can see`}>
      <p>
        {user === undefined
          ? 'Private skills appear once you are signed in.'
          : 'Private skills are shown to members of their owner.'}
      </p>
    </Empty>
  )
}
