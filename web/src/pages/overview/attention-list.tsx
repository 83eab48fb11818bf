import type { AttentionKind, AttentionView, OverviewView } from '@api/overview.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Fixes } from '../../parts/fixes.js'
import { count, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { UpdateButton } from '../../parts/update-button.js'
import { Empty } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

const KINDS: Readonly<Record<AttentionKind, { readonly word: string; readonly tone: string; readonly tab: string }>> = {
  finding_block: { word: 'Blocked by the scan', tone: 'bad', tab: 'findings' },
  refused: { word: 'Cannot be loaded', tone: 'bad', tab: '' },
  one_fix_away: { word: 'One fix away', tone: 'accent', tab: '' },
  approval_lapsed: { word: 'Approval lapsed', tone: 'warn', tab: 'tools' },
  approval_missing: { word: 'Needs approval', tone: 'warn', tab: 'tools' },
  lock_unreadable: { word: 'Lockfile', tone: 'bad', tab: '' },
  files_changed: { word: 'Files changed', tone: 'warn', tab: 'versions' },
  link_broken: { word: 'Broken link', tone: 'warn', tab: '' },
  update_available: { word: 'Update', tone: 'accent', tab: 'versions' },
  finding_warn: { word: 'Warning', tone: 'warn', tab: 'findings' },
  overlap: { word: 'Overlap', tone: 'soft', tab: 'overlaps' },
}

const FIRST = 8

export function AttentionList({ overview }: { readonly overview: OverviewView }) {
  const { attention, attentionKinds, isComparing } = overview
  const [isWhole, setWhole] = useState(false)
  const [kind, setKind] = useState<AttentionKind>()
  const chosen = attentionKinds.find((one) => one.kind === kind)
  const all = chosen === undefined ? attention.entries : attention.entries.filter((one) => one.kind === chosen.kind)
  const shown = isWhole ? all : all.slice(0, FIRST)
  const left = chosen === undefined ? attention.left : chosen.count - all.length
  return (
    <Panel
      title="Needs attention"
      note={all.length === 0 ? undefined : 'Most urgent first'}
      actions={<Scanning overview={overview} />}
    >
      {attentionKinds.length === 0 ? null : (
        <fieldset className="chips">
          <legend className="visually-hidden">Show only</legend>
          {attentionKinds.map((one) => (
            <button
              key={one.kind}
              type="button"
              className="chip"
              aria-pressed={one.kind === kind}
              onClick={() => setKind(one.kind === kind ? undefined : one.kind)}
            >
              {KINDS[one.kind].word} <span className="chip-count">{count(one.count)}</span>
            </button>
          ))}
        </fieldset>
      )}
      {all.length === 0 ? (
        <Empty title="Nothing needs your attention">
          <p>Every skill either works or is turned off on purpose.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {shown.map((entry) => (
            <AttentionRow key={`${entry.kind} ${entry.skill} ${entry.message}`} entry={entry} />
          ))}
        </ul>
      )}
      {shown.length === all.length ? null : (
        <div className="panel-note">
          <Button onClick={() => setWhole(true)}>Show all {all.length}</Button>
        </div>
      )}
      {isWhole && left > 0 ? <p className="panel-note">{count(left)} more are not listed.</p> : null}
      {isComparing ? (
        <p className="panel-note" role="status">
          Still comparing {plural(overview.counts.total, 'skill')} to find overlaps…
        </p>
      ) : null}
    </Panel>
  )
}

function AttentionRow({ entry }: { readonly entry: AttentionView }) {
  const { word, tone, tab } = KINDS[entry.kind]
  return (
    <li className="attention">
      <div className="attention-what">
        <span className={`badge badge-${tone}`}>{word}</span>
        {entry.skill === null ? null : (
          <Link className="mono break" to={skillPath(entry.skill, { tab })}>
            {entry.skill}
          </Link>
        )}
        <span className="break attention-message">{entry.message}</span>
      </div>
      <div className="stack-tight">
        <Fixes fixes={entry.fixes} />
        {entry.kind === 'update_available' && entry.skill !== null ? (
          <div className="row">
            <UpdateButton skill={entry.skill} />
          </div>
        ) : null}
      </div>
    </li>
  )
}

/** How far the scan is, or a button for skills that it has not reached. */
function Scanning({ overview }: { readonly overview: OverviewView }) {
  const scan = useAction('POST /api/audits')
  const { scanning, counts, commands } = overview
  if (scanning !== null) {
    return (
      <span className="soft small" role="status">
        Scanning {count(Math.min(scanning.done + 1, scanning.total))} of {plural(scanning.total, 'skill')}…
      </span>
    )
  }
  if (counts.unscanned === 0) return null
  return (
    <>
      <span className="soft small">{plural(counts.unscanned, 'skill')} not scanned</span>
      <Button busy={scan.isRunning ? 'Starting…' : undefined} onClick={() => void scan.run({})} title={commands.audit}>
        Scan them
      </Button>
    </>
  )
}
