import type { OverviewView } from '@api/overview.js'
import { plural } from '../../parts/format.js'
import { PageHead, Panel } from '../../parts/panel.js'
import { ReloadButton } from '../../parts/reload-button.js'
import { Show } from '../../parts/waiting.js'
import { useAnswer } from '../../server/answers.js'
import { AttentionList } from './attention-list.js'
import { ChangeList } from './change-list.js'
import { Counts } from './counts.js'
import { Diagnostics } from './diagnostics.js'
import { Sights } from './sights.js'
import { Updates } from './updates.js'

export function OverviewPage() {
  const overview = useAnswer('GET /api/overview', {})
  return (
    <>
      <PageHead title="Overview">
        <div className="row-apart">
          <p>{overview.value === undefined ? 'Reading the skills…' : summarize(overview.value)}</p>
          <ReloadButton command={overview.value?.commands.reload}>Reload</ReloadButton>
        </div>
      </PageHead>
      <Show answer={overview} lines={14}>
        {(value) => (
          <div className="stack-large">
            <Counts counts={value.counts} scanning={value.scanning} />
            <div className="columns columns-side">
              <div className="stack-large">
                <AttentionList overview={value} />
                <Sights />
              </div>
              <div className="stack-large">
                <ChangeList changes={value.changes} lastVisit={value.lastVisit} />
                <Updates checkedAt={value.updatesCheckedAt} command={value.commands.outdated} />
                {value.diagnostics.entries.length === 0 ? null : (
                  <Panel title="Roots and configuration" note={plural(value.diagnostics.entries.length, 'problem')}>
                    <Diagnostics diagnostics={value.diagnostics.entries} />
                  </Panel>
                )}
              </div>
            </div>
          </div>
        )}
      </Show>
    </>
  )
}

function summarize({ counts, attention }: OverviewView): string {
  const usable = `An agent can use ${counts.eligible} of ${plural(counts.total, 'skill')} here.`
  const waiting = attention.entries.length + attention.left
  return waiting === 0 ? `${usable} Nothing needs your attention.` : `${usable} ${plural(waiting, 'thing')} to look at.`
}
