import type { GateStep, GateStepView, InstallView } from '@api/installs.js'
import { Bar } from '../../parts/chart/bar.js'
import { Command } from '../../parts/copy.js'
import { Fixes } from '../../parts/fixes.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { withParameters } from '../../router/route.js'
import { BundlePanel } from './bundle-panel.js'
import { Decision } from './decision.js'
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
        <Panel
          title={install.skill}
          note={`from ${install.source}, for ${install.scope === 'project' ? 'this project' : 'all projects'}`}
          isPadded
        >
          {install.problem === null ? null : <Refusal install={install} />}
          <Decision install={install} />
          <Command text={install.command} />
        </Panel>
        {install.bundle === null ? null : <BundlePanel install={install} bundle={install.bundle} />}
      </div>
    </div>
  )
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
      <Fixes fixes={install.fixes} />
    </>
  )
}
