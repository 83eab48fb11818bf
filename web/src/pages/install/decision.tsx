import type { BundleView, InstallResultView, InstallView } from '@api/installs.js'
import { Button } from '../../parts/button.js'
import { Command, CopyButton } from '../../parts/copy.js'
import { Fixes } from '../../parts/fixes.js'
import { plural, shortVersion } from '../../parts/format.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { useAction } from '../../server/action.js'

/** What can be decided now. */
export function Decision({ install }: { readonly install: InstallView }) {
  switch (install.state) {
    case 'running':
      return <p role="status">Fetching and checking…</p>
    case 'waiting':
      return install.bundle === null ? null : <Agreement install={install} bundle={install.bundle} />
    case 'installed':
      return install.result === null ? null : <Installed result={install.result} />
    case 'current':
      return install.result === null ? null : <Unchanged result={install.result} />
    case 'refused':
      return <p>{install.action === 'update' ? 'Nothing was changed.' : 'Nothing was installed.'}</p>
    case 'cancelled':
      return <p role="status">Cancelled. The files were removed from quarantine.</p>
    case 'undone':
      return <p role="status">Undone. Your skills are as they were before.</p>
  }
}

interface AgreementProps {
  readonly install: InstallView
  readonly bundle: BundleView
}

function Agreement({ install, bundle }: AgreementProps) {
  const agree = useAction('POST /api/install/agree')
  const cancel = useAction('POST /api/install/cancel')
  const problem = agree.problem ?? cancel.problem
  const isUpdate = install.action === 'update'
  const warnings = bundle.findings.entries.filter(({ severity }) => severity === 'warn').length
  return (
    <>
      {install.changes === null ? null : (
        <p className="break">
          From <strong>{shortVersion(install.changes.from)}</strong> to{' '}
          <strong>{shortVersion(install.changes.to)}</strong>: {plural(install.changes.files.length, 'file')} changed.
        </p>
      )}
      <p>
        Agree with exactly these files
        {warnings === 0 ? '' : ` and accept ${warnings === 1 ? 'the warning' : `the ${warnings} warnings`} below`}.
        Digest:
      </p>
      <p className="row-fixed">
        <code className="break">{bundle.digest}</code>
        <CopyButton text={bundle.digest} what="the digest" />
      </p>
      <div className="row">
        <Button
          look="main"
          busy={agree.isRunning ? (isUpdate ? 'Updating…' : 'Installing…') : undefined}
          onClick={() => void agree.run({ id: install.id, digest: bundle.digest })}
        >
          {isUpdate ? 'Update' : 'Install'} {bundle.name}
        </Button>
        <Button busy={cancel.isRunning ? 'Cancelling…' : undefined} onClick={() => void cancel.run({ id: install.id })}>
          Cancel
        </Button>
      </div>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
    </>
  )
}

function Installed({ result }: { readonly result: InstallResultView }) {
  return (
    <>
      <div className="notice notice-good" role="status">
        <p className="break">{result.message}</p>
        {result.isEligible ? null : <p>It cannot be used here yet.</p>}
        {result.needsApproval ? (
          <p>
            Its tools have no effect until you approve them.{' '}
            <Link to={skillPath(result.skill, { tab: 'tools' })}>Review and approve</Link>
          </p>
        ) : null}
        {result.warnings.map((warning) => (
          <p key={warning} className="break warn">
            {warning}
          </p>
        ))}
      </div>
      <Fixes fixes={result.fixes} />
      <div className="row">
        <Link className="button button-main" to={skillPath(result.skill)}>
          Open {result.skill}
        </Link>
      </div>
    </>
  )
}

/** Apart from the rest: a second click on the button that agrees must not undo. */
export function Undo({ install }: { readonly install: InstallView }) {
  const undo = useAction('POST /api/install/undo')
  const command = install.result?.undo
  if (install.state !== 'installed' || command === undefined) return null
  return (
    <div className="stack-tight">
      <p className="soft small">To go back:</p>
      <div className="action">
        <Button busy={undo.isRunning ? 'Undoing…' : undefined} onClick={() => void undo.run({ id: install.id })}>
          Undo
        </Button>
        <Command text={command} />
      </div>
      {undo.problem === undefined ? null : <ProblemNotice problem={undo.problem} />}
    </div>
  )
}

function Unchanged({ result }: { readonly result: InstallResultView }) {
  return (
    <>
      <div className="notice notice-good" role="status">
        <p className="break">{result.message}</p>
        {result.warnings.map((warning) => (
          <p key={warning} className="break">
            {warning}
          </p>
        ))}
      </div>
      <div className="row">
        <Link className="button button-main" to={skillPath(result.skill)}>
          Open {result.skill}
        </Link>
      </div>
    </>
  )
}
