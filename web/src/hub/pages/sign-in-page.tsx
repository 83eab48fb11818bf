import { type FormEvent, useState } from 'react'
import { PageHead, Panel } from '../../parts/panel.js'
import { navigate } from '../../router/location.js'
import { Submit } from '../parts/submit.js'
import { useAction } from '../server/action.js'
import { useUser } from '../server/session.js'

/** A token is all that a user has: there are no passwords. */
export function SignInPage({ reason }: { readonly reason?: string }) {
  const user = useUser()
  const [token, setToken] = useState('')
  const signIn = useAction('POST /api/hub/v1/session')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() === '') return
    void signIn.run({ token: token.trim() }, 'Signed in').then((session) => {
      setToken('')
      if (session !== undefined && window.location.pathname === '/sign-in') navigate('/')
    })
  }
  return (
    <>
      <PageHead title="Sign in">
        {reason === undefined ? null : <p>{reason}</p>}
        {user === undefined ? null : (
          <p>You are signed in as @{user.handle}. Sign in with another token to change that.</p>
        )}
      </PageHead>
      <div className="hub-narrow">
        <Panel title="Your token" isPadded>
          <form className="stack" onSubmit={submit}>
            <div className="field">
              <label htmlFor="token">Token</label>
              <input
                id="token"
                className="input mono"
                type="password"
                autoComplete="current-password"
                spellCheck={false}
                required
                value={token}
                aria-describedby="token-note"
                onChange={(event) => setToken(event.target.value)}
              />
              <p className="field-note" id="token-note">
                An administrator makes your first one. The hub keeps only its hash. This browser keeps a cookie, which
                expires after 12 hours, or with the token.
              </p>
            </div>
            <Submit action={signIn} busy="Signing in…">
              Sign in
            </Submit>
          </form>
        </Panel>
      </div>
    </>
  )
}
