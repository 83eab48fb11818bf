import type { AttentionKind, AttentionView, OverviewView } from '@api/overview.js'
import { useState } from 'react'
import { Button } from '../../parts/button.js'
import { Fixes } from '../../parts/fixes.js'
import { plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
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
  link_broken: { word: 'Broken link', tone: 'warn', tab: '' },
  update_available: { word: 'Update', tone: 'accent', tab: 'versions' },
  finding_warn: { word: 'Warning', tone: 'warn', tab: 'findings' },
  overlap: { word: 'Overlap', tone: 'soft', tab: 'overlaps' },
}

const FIRST = 8

interface AttentionListProps {
  readonly attention: OverviewView['attention']
  readonly unscanned: number
}

export function AttentionList({ attention, unscanned }: AttentionListProps) {
  const [isWhole, setWhole] = useState(false)
  const all = attention.entries
  const shown = isWhole ? all : all.slice(0, FIRST)
  return (
    <Panel
      title="Needs attention"
      note={all.length === 0 ? undefined : 'Most urgent first'}
      actions={unscanned === 0 ? undefined : <ScanRest unscanned={unscanned} />}
    >
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
      {isWhole && attention.left > 0 ? <p className="panel-note">{attention.left} more are not listed.</p> : null}
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
      <Fixes fixes={entry.fixes} />
    </li>
  )
}

function ScanRest({ unscanned }: { readonly unscanned: number }) {
  const scan = useAction('POST /api/audits')
  return (
    <>
      <span className="soft small">{plural(unscanned, 'skill')} not scanned</span>
      <Button busy={scan.isRunning ? 'Starting…' : undefined} onClick={() => void scan.run({})} title="metier audit">
        Scan them
      </Button>
    </>
  )
}
