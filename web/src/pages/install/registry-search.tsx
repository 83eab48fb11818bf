import type { RegistrySearchView } from '@api/installs.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, Show } from '../../parts/waiting.js'
import { setParameters, useParameter } from '../../router/location.js'
import { useAnswer } from '../../server/answers.js'
import { BeginButton } from './begin-button.js'
import { type Scope, ScopeChoice } from './scope-choice.js'

/** A registry gets the query and nothing else, and only when you send it. */
export function RegistrySearch() {
  const [query] = useParameter('q')
  const [registry] = useParameter('registry')
  const [text, setText] = useState(query)
  const [place, setPlace] = useState(registry)
  const [scope, setScope] = useState<Scope>('project')
  const found = useAnswer(
    'GET /api/registry',
    query === '' ? undefined : { query, ...(registry === '' ? {} : { source: registry }) },
  )
  return (
    <>
      <form
        className="install-form"
        onSubmit={(event) => {
          event.preventDefault()
          setParameters({ q: text.trim(), registry: place.trim() })
        }}
      >
        <label className="field install-source">
          <span className="label">Search for</span>
          <input
            className="input"
            data-search
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <label className="field">
          <span className="label">Registry</span>
          <input
            className="input"
            autoComplete="off"
            spellCheck={false}
            placeholder="clawhub"
            value={place}
            onChange={(event) => setPlace(event.target.value)}
          />
        </label>
        <ScopeChoice scope={scope} onChange={setScope} />
        <Button type="submit" look="main" busy={found.isLoading ? 'Searching…' : undefined}>
          Search
        </Button>
      </form>
      {query === '' ? (
        <p className="soft">The registry gets these words and nothing else.</p>
      ) : (
        <Show answer={found} lines={8}>
          {(view) => <Results view={view} scope={scope} />}
        </Show>
      )}
    </>
  )
}

function Results({ view, scope }: { readonly view: RegistrySearchView; readonly scope: Scope }) {
  const { entries, left } = view.skills
  return (
    <Panel title={`${plural(entries.length + left, 'skill')} for “${view.query}”`}>
      {entries.length === 0 ? <Empty title="The registry has no skill for these words" /> : null}
      <ul className="rows">
        {entries.map((skill) => (
          <li key={`${skill.source} ${skill.name}`} className="rows-line row-apart offer">
            <div className="stack-tight offer-text">
              <div className="row">
                <strong className="mono break">{skill.name}</strong>
                {skill.version === null ? null : <span className="soft">{skill.version}</span>}
                {skill.isInstalled ? <span className="badge">Installed</span> : null}
              </div>
              <p className="soft break">{skill.description}</p>
            </div>
            <BeginButton {...skill.install} scope={scope} isReplacing={skill.isInstalled} />
          </li>
        ))}
      </ul>
      <div className="panel-note">
        <Command text={view.command} />
      </div>
    </Panel>
  )
}
