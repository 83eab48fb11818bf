import { useState } from 'react'
import type { TokenView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { Dialog } from '../../../parts/dialog.js'
import { ago, day, plural } from '../../../parts/format.js'
import { PageHead, Panel } from '../../../parts/panel.js'
import { Empty, ProblemNotice, Show } from '../../../parts/waiting.js'
import { useAction } from '../../server/action.js'
import { useAnswer } from '../../server/answers.js'
import { useUser } from '../../server/session.js'
import { NewToken } from './new-token.js'

export function TokensPage() {
  const tokens = useAnswer('GET /api/hub/v1/tokens', {})
  return (
    <>
      <PageHead title="Tokens">
        <p>Whoever has one of your tokens acts as you, within its scopes. Give each machine its own.</p>
      </PageHead>
      <div className="columns columns-side">
        <Show answer={tokens} lines={8}>
          {({ tokens: all }) => <TokenList tokens={all} />}
        </Show>
        <NewToken />
      </div>
    </>
  )
}

/** Why a token does not work any more; undefined if it does. */
function endOf({ revokedAt, expiresAt }: TokenView, now: number): string | undefined {
  if (revokedAt !== null) return `Revoked ${ago(revokedAt, now)}`
  return expiresAt !== null && Date.parse(expiresAt) <= now ? `Expired ${ago(expiresAt, now)}` : undefined
}

function TokenList({ tokens }: { readonly tokens: readonly TokenView[] }) {
  const now = Date.now()
  const valid = tokens.filter((token) => endOf(token, now) === undefined)
  const ended = tokens.filter((token) => endOf(token, now) !== undefined)
  return (
    <Panel title={`${plural(valid.length, 'token')} in use`}>
      {valid.length === 0 ? (
        <Empty title="No token in use">
          <p>Make one for each machine or job that talks to the hub.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {valid.map((token) => (
            <TokenRow key={token.id} token={token} now={now} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details className="panel-note">
          <summary>{plural(ended.length, 'token')} that no longer work</summary>
          <ul className="rows-tight">
            {ended.map((token) => (
              <li key={token.id} className="break">
                <strong>{token.name}</strong> <span className="mono small">{token.hint}</span> {endOf(token, now)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

function TokenRow({ token, now }: { readonly token: TokenView; readonly now: number }) {
  const [isAsking, setAsking] = useState(false)
  const isCurrent = useUser()?.tokenId === token.id
  return (
    <li className="rows-line stack-tight">
      <div className="row-apart">
        <span className="row">
          <strong className="break">{token.name}</strong>
          <span className="mono small soft">{token.hint}</span>
          {token.scopes.map((scope) => (
            <span key={scope} className="badge mono">
              {scope}
            </span>
          ))}
          {isCurrent ? <span className="badge badge-accent">This session</span> : null}
        </span>
        <Button look="danger" onClick={() => setAsking(true)} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </div>
      <p className="soft small">
        Made {day(token.createdAt)} ·{' '}
        {token.lastUsedAt === null ? 'never used' : `last used ${ago(token.lastUsedAt, now)}`} ·{' '}
        {token.expiresAt === null ? 'does not expire' : `expires ${day(token.expiresAt)}`}
      </p>
      {isAsking ? <Revoke token={token} isCurrent={isCurrent} onClose={() => setAsking(false)} /> : null}
    </li>
  )
}

interface RevokeProps {
  readonly token: TokenView
  readonly isCurrent: boolean
  readonly onClose: () => void
}

function Revoke({ token, isCurrent, onClose }: RevokeProps) {
  const revoke = useAction('DELETE /api/hub/v1/tokens/:id')
  const run = async () => {
    if ((await revoke.run({ id: token.id }, `Revoked ${token.name}`)) !== undefined) onClose()
  }
  return (
    <Dialog title={`Revoke ${token.name}?`} onClose={onClose}>
      <p className="break">
        Whatever uses it is refused from then on. That cannot be undone.
        {isCurrent ? ' You are signed in with this token: you will be signed out.' : ''}
      </p>
      {revoke.problem === undefined ? null : <ProblemNotice problem={revoke.problem} />}
      <div className="row">
        <Button look="danger" busy={revoke.isRunning ? 'Revoking…' : undefined} onClick={() => void run()}>
          Revoke
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  )
}
