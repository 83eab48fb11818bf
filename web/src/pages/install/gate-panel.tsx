import type { GateStep, GateStepView, InstallView } from '@api/installs.js'
import { Bar } from '../../parts/chart/bar.js'
import { Changes } from '../../parts/code/diff.js'
import { Command } from '../../parts/copy.js'
import { Fixes } from '../../parts/fixes.js'
import { Panel } from '../../parts/panel.js'
import { UpdateButton } from '../../parts/update-button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { withParameters } from '../../router/route.js'
import { BundlePanel } from './bundle-panel.js'
import { Decision, Undo } from './decision.js'
import { INSTALL_STATES } from './recent.js'
import { TrustSource } from './trust-source.js'

const TITLES: Readonly<Record<GateStep, string>> = {
  trust: 'Trust',
  fetch: 'Fetch',
  limits: 'Limits',
  validate: 'Validate',
  scan: 'Scan',
  signature: 'Signature',
  conflict: 'Conflict',
  agree: 'Agree',
  commit: 'Install',
}

const MARKS: Readonly<
  Record<GateStepView['state'], { readonly mark: string; readonly tone: string; readonly word: string }>
> = {
  waiting: { mark: '·', tone: 'soft', word: 'waiting' },
  running: { mark: '…', tone: 'accent-text', word: 'running' },
  passed: { mark: '✓', tone: 'good', word: 'passed' },
  warned: { mark: '!', tone: 'warn', word: 'warned' },
  failed: { mark: '✗', tone: 'bad', word: 'failed' },
}

/** One install: its steps, what came, and the decision. */
export function GatePanel({ install }: { readonly install: InstallView }) {
  const { word, tone } = INSTALL_STATES[install.state]
  return (
    <div className="columns columns-lead">
      <Panel title="The gate" actions={<span className={`badge badge-${tone}`}>{word}</span>}>
        <ol className="gate">
          {install.steps.map((step) => (
            <Step key={step.step} step={step} />
          ))}
        </ol>
      </Panel>
      <div className="stack-large">
        <Panel title={install.skill} note={describeWay(install)} isPadded>
          {install.problem === null ? null : <Refusal install={install} />}
          <Decision install={install} />
          <div className="stack-tight">
            <p className="soft small">The same in a terminal:</p>
            <Command text={install.command} />
          </div>
          <Undo install={install} />
        </Panel>
        {install.changes === null || install.state === 'undone' ? null : (
          <Panel title="What changes" note="The installed version against the new one" isPadded>
            <Changes changes={install.changes.files} />
          </Panel>
        )}
        {install.bundle === null ? null : <BundlePanel install={install} bundle={install.bundle} />}
      </div>
    </div>
  )
}

function describeWay({ action, source, into, scope }: InstallView): string {
  if (action === 'update') return `update from ${source}`
  return `from ${source} into ${into ?? (scope === 'project' ? 'this project' : 'your own skills')}`
}

function Step({ step }: { readonly step: GateStepView }) {
  const { mark, tone, word } = MARKS[step.state]
  return (
    <li className={`gate-step gate-${step.state}`}>
      <span className={`gate-mark ${tone}`} aria-hidden="true">
        {mark}
      </span>
      <div className="stack-tight">
        <p>
          <strong>{TITLES[step.step]}</strong> <span className="visually-hidden">{word}</span>
        </p>
        {step.message === '' ? null : <p className="small soft break">{step.message}</p>}
        {step.state === 'running' && step.total !== undefined && step.total > 0 ? (
          <Bar share={(step.done ?? 0) / step.total} />
        ) : null}
      </div>
    </li>
  )
}

/** Why it was refused, on which line, and what would help. */
function Refusal({ install }: { readonly install: InstallView }) {
  const { problem } = install
  if (problem === null) return null
  const { file, line } = problem
  return (
    <>
      <ProblemNotice problem={problem} />
      {file === undefined || install.bundle === null ? null : (
        <p>
          <Link to={withParameters('/install', { install: install.id, file, line: String(line ?? 1) })}>
            Read the line that blocked it: {file}:{line ?? 1}
          </Link>
        </p>
      )}
      {problem.code === 'source_untrusted' ? <TrustSource install={install} /> : null}
      {install.action === 'update' && install.fixes.length > 0 && problem.code === 'integrity_mismatch' ? (
        <div className="row">
          <UpdateButton skill={install.skill} isForced>
            Review and replace my changes
          </UpdateButton>
        </div>
      ) : null}
      <Fixes fixes={install.fixes} />
    </>
  )
}
