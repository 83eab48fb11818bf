import type { OffersView, OfferView } from '@api/installs.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../../server/action.js'
import { BeginButton } from './begin-button.js'
import { type Scope, ScopeChoice } from './scope-choice.js'

/** Paste a source, see what it offers, begin. */
export function SourceForm() {
  const [source, setSource] = useState('')
  const [scope, setScope] = useState<Scope>('project')
  const offers = useAction('POST /api/offers')
  const look = () => void (source.trim() === '' ? undefined : offers.run({ source: source.trim() }))
  return (
    <>
      <form
        className="install-form"
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <label className="field install-source">
          <span className="label">Source</span>
          <input
            className="input"
            data-search
            autoComplete="off"
            spellCheck={false}
            placeholder="./skills/pdf or github.com/owner/repo"
            value={source}
            onChange={(event) => setSource(event.target.value)}
          />
        </label>
        <ScopeChoice scope={scope} onChange={setScope} />
        <Button type="submit" look="main" busy={offers.isRunning ? 'Listing…' : undefined}>
          List skills
        </Button>
      </form>
      <p className="soft small form-note">
        A directory, a git repository, an archive, a registry's skill such as <span className="mono">clawhub:pdf</span>,
        or an https address.
      </p>
      {offers.problem === undefined ? null : <ProblemNotice problem={offers.problem} />}
      {offers.answer === undefined ? null : <Offers view={offers.answer} source={source.trim()} scope={scope} />}
    </>
  )
}

interface OffersProps {
  readonly view: OffersView
  readonly source: string
  readonly scope: Scope
}

function Offers({ view, source, scope }: OffersProps) {
  const { entries, left } = view.offers
  return (
    <Panel title={`${plural(entries.length + left, 'skill')} in ${view.source}`}>
      {entries.length === 0 ? (
        <Empty title="No skill in this source">
          <p>A skill is a directory with a SKILL.md.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {entries.map((offer) => (
            <Offer key={offer.skill} offer={offer} source={source} scope={scope} />
          ))}
        </ul>
      )}
      {left === 0 ? null : (
        <p className="panel-note">{plural(left, 'more skill')}. Name the folder to narrow it down.</p>
      )}
      <div className="panel-note">
        <Command text={view.command} />
      </div>
    </Panel>
  )
}

interface OfferProps {
  readonly offer: OfferView
  readonly source: string
  readonly scope: Scope
}

function Offer({ offer, source, scope }: OfferProps) {
  return (
    <li className="rows-line row-apart offer">
      <div className="stack-tight offer-text">
        <div className="row">
          <strong className="mono break">{offer.name}</strong>
          {offer.version === null ? null : <span className="soft">{offer.version}</span>}
          {offer.isInstalled ? <span className="badge">Installed</span> : null}
          {offer.plugin === null ? null : <span className="badge">plugin {offer.plugin}</span>}
        </div>
        {offer.description === null ? null : <p className="soft break">{offer.description}</p>}
        {offer.path === null ? null : <p className="small soft mono break">{offer.path}</p>}
      </div>
      <BeginButton source={source} skill={offer.skill} scope={scope} isReplacing={offer.isInstalled} />
    </li>
  )
}
