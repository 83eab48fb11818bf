import { useEffect, useState } from 'react'
import type { RescanView } from '../../../../packages/hub/src/routes/views.js'
import { Button } from '../../parts/button.js'
import { count, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { refreshAll, useAnswer } from '../server/answers.js'
import { Confirm } from './confirm.js'

const POLL_MILLISECONDS = 2000

/** How far the scans by the current rules are, and the button that starts them. */
export function RescanPanel() {
  const progress = useAnswer('GET /api/hub/v1/rescan', {})
  const [isAsking, setAsking] = useState(false)
  const { value } = progress
  const isRunning = value !== undefined && value.outdated > 0 && value.waiting + value.running > 0
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(refreshAll, POLL_MILLISECONDS)
    return () => clearInterval(timer)
  }, [isRunning])
  return (
    <Panel
      title="Scans"
      note={value === undefined ? undefined : `Rules ${value.ruleSet}`}
      actions={<Button onClick={() => setAsking(true)}>Scan again</Button>}
      isPadded
    >
      <Show answer={progress} lines={3}>
        {(shown) => <Progress progress={shown} isRunning={isRunning} />}
      </Show>
      {isAsking ? (
        <Confirm
          title="Scan again?"
          action="POST /api/hub/v1/rescan"
          input={{}}
          label="Scan again"
          busy="Queuing…"
          look="main"
          success="Queued every version that older rules scanned"
          onClose={() => setAsking(false)}
        >
          <p>
            Every version that older rules scanned is scanned in the background. A published version whose verdict gets
            worse is held back until a moderator decides, and the version before it becomes the latest.
          </p>
          <p className="soft">
            {value?.outdated === 0
              ? 'The current rules scanned every version, so nothing is queued.'
              : `${plural(value?.outdated ?? 0, 'version is', 'versions are')} affected.`}
          </p>
        </Confirm>
      ) : null}
    </Panel>
  )
}

interface ProgressProps {
  readonly progress: RescanView
  readonly isRunning: boolean
}

function Progress({ progress: { versions, outdated, waiting, running, failed }, isRunning }: ProgressProps) {
  const done = versions - outdated
  return (
    <>
      <p>
        {outdated === 0
          ? `The current rules scanned all ${plural(versions, 'version')}.`
          : isRunning
            ? `Scanning: ${count(done)} of ${plural(versions, 'version')} done.`
            : `Older rules scanned ${plural(outdated, 'version')}. Scan again to hold back what the current rules warn about.`}
      </p>
      {outdated === 0 ? null : (
        <progress
          className="hub-progress"
          aria-label="Versions scanned by the current rules"
          value={done}
          max={versions}
        />
      )}
      <dl className="facts facts-flat">
        {(
          [
            ['waiting', waiting],
            ['running', running],
            ['failed', failed],
          ] as const
        ).map(([state, number]) => (
          <div key={state}>
            <dt>{`Jobs ${state}`}</dt>
            <dd className={state === 'failed' && number > 0 ? 'bad strong' : undefined}>{count(number)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
