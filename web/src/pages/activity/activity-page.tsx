import { Command } from '../../parts/copy.js'
import { day } from '../../parts/format.js'
import { PageHead } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { useAnswer } from '../../server/answers.js'
import { LiveEvents } from './live-events.js'
import { NeverUsed } from './never-used.js'
import { SkillUsageTable, ToolUsageTable } from './usage-tables.js'

/** What was offered, activated, used and refused. */
export function ActivityPage() {
  const activity = useAnswer('GET /api/activity', {})
  const from = activity.value?.from
  return (
    <>
      <PageHead title="Activity">
        <p>
          {from == null
            ? 'Calls and activations as they happen.'
            : `Calls and activations as they happen, and figures since ${day(from)}.`}
        </p>
      </PageHead>
      <Show answer={activity} lines={14}>
        {(value) => (
          <div className="stack-large">
            <div className="columns columns-side">
              <LiveEvents events={value.events} />
              <NeverUsed activity={value} />
            </div>
            <SkillUsageTable usage={value.skills} />
            <ToolUsageTable usage={value.tools} />
            <Command text={value.command} />
          </div>
        )}
      </Show>
    </>
  )
}
