import { useState } from 'react'
import type { TokenView } from '../../../../packages/hub/src/routes/views.js'
import { Button } from '../../parts/button.js'
import { ago, day, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty } from '../../parts/waiting.js'
import { useUser } from '../server/session.js'
import { Confirm } from './confirm.js'

/** Why a token does not work any more; undefined if it does. */
function endOf({ revokedAt, expiresAt }: TokenView, now: number): string | undefined {
  if (revokedAt !== null) return `Revoked ${ago(revokedAt, now)}`
  return expiresAt !== null && Date.parse(expiresAt) <= now ? `Expired ${ago(expiresAt, now)}` : undefined
}

interface TokenListProps {
  readonly tokens: readonly TokenView[]
  /** Whether the tokens are those of several users. */
  readonly namesUsers?: boolean
}

/** Tokens that work, with the button to revoke each, and those that no longer do. */
export function TokenList({ tokens, namesUsers = false }: TokenListProps) {
  const now = Date.now()
  const valid = tokens.filter((token) => endOf(token, now) === undefined)
  const ended = tokens.filter((token) => endOf(token, now) !== undefined)
  return (
    <Panel title={`${plural(valid.length, 'token')} in use`}>
      {valid.length === 0 ? (
        <Empty title="No token in use">
          <p>Create one for each machine or job that talks to the hub.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {valid.map((token) => (
            <TokenRow key={token.id} token={token} now={now} namesUser={namesUsers} />
          ))}
        </ul>
      )}
      {ended.length === 0 ? null : (
        <details className="panel-note">
          <summary>{plural(ended.length, 'token that no longer works', 'tokens that no longer work')}</summary>
          <ul className="rows-tight">
            {ended.map((token) => (
              <li key={token.id} className="break">
                {namesUsers ? `@${token.handle} ` : ''}
                <strong>{token.name}</strong> <span className="mono small">{token.hint}</span> {endOf(token, now)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  )
}

interface TokenRowProps {
  readonly token: TokenView
  readonly now: number
  readonly namesUser: boolean
}

function TokenRow({ token, now, namesUser }: TokenRowProps) {
  const [isAsking, setAsking] = useState(false)
  const isCurrent = useUser()?.tokenId === token.id
  return (
    <li className="rows-line stack-tight">
      <div className="row-apart">
        <span className="row">
          {namesUser ? <span className="mono break">@{token.handle}</span> : null}
          <strong className="break">{token.name}</strong>
          <span className="mono small soft">{token.hint}</span>
          {token.scopes.map((scope) => (
            <span key={scope} className="badge mono">
              {scope}
            </span>
          ))}
          {isCurrent ? <span className="badge badge-accent">This session</span> : null}
        </span>
        <Button
          look="danger"
          onClick={() => setAsking(true)}
          aria-label={`Revoke ${token.name}${namesUser ? ` of @${token.handle}` : ''}`}
        >
          Revoke
        </Button>
      </div>
      <p className="soft small">
        Created {day(token.createdAt)} ·{' '}
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
  return (
    <Confirm
      title={`Revoke ${token.name}?`}
      action="DELETE /api/hub/v1/tokens/:id"
      input={{ id: token.id }}
      label="Revoke"
      busy="Revoking…"
      success={`Revoked ${token.name}`}
      onClose={onClose}
    >
      <p className="break">
        Whatever uses it is refused from then on. <strong>You cannot undo this.</strong>
        {isCurrent ? ' You are signed in with this token: you will be signed out.' : ''}
      </p>
    </Confirm>
  )
}
