import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DeviceLoginView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { PageHead, Panel } from '../../../parts/panel.js'
import { Submit } from '../../parts/submit.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../server/action.js'
import type { HubProblem } from '../../server/client.js'
import { DeviceRequest } from './device-request.js'

type Decided = 'approved' | 'denied'

/** Confirms a login that a terminal started: the code, what asks for what, and the decision. */
export function DevicePage() {
  const [login, setLogin] = useState<DeviceLoginView>()
  const [decided, setDecided] = useState<Decided>()
  const again = () => {
    setLogin(undefined)
    setDecided(undefined)
  }
  return (
    <>
      <PageHead title="Log in a device">
        <p>
          A program such as <code>metier login</code> shows a code. Type it here to give that program a token of its
          own.
        </p>
      </PageHead>
      <div className="hub-narrow">
        {decided !== undefined ? (
          <Outcome decided={decided} onAgain={again} />
        ) : login === undefined ? (
          <CodeForm onFound={setLogin} />
        ) : (
          <Focused key={login.userCode}>
            <DeviceRequest login={login} onDecided={setDecided} onCancel={again} />
          </Focused>
        )}
      </div>
    </>
  )
}

/** Takes the focus when it appears, so that it is read out and the next Tab leads into it. */
function Focused({ children }: { readonly children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1}>
      {children}
    </div>
  )
}

function CodeForm({ onFound }: { readonly onFound: (login: DeviceLoginView) => void }) {
  const [code, setCode] = useState('')
  const lookup = useAction('POST /api/hub/v1/device/lookup')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = await lookup.run({ userCode: code.trim() })
    if (found !== undefined) onFound(found)
  }
  return (
    <Panel title="Code" isPadded>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Code"
          value={code}
          onChange={setCode}
          most={40}
          isRequired
          isMono
          note="Eight letters, such as BCDF-GHJK. Case and hyphens do not matter."
        />
        <Submit
          action={lookup.problem?.status === 404 ? { ...lookup, problem: UNKNOWN_CODE } : lookup}
          busy="Looking up…"
        >
          Look up
        </Submit>
      </form>
    </Panel>
  )
}

const UNKNOWN_CODE: HubProblem = {
  code: 'refused',
  status: 404,
  message: 'Code not found or expired.',
  suggestions: [
    'Compare it with your terminal. A code works for ten minutes and once: start the login again for a new one.',
  ],
}

const OUTCOMES = {
  approved: {
    title: 'Allowed',
    text: 'Return to your terminal. The new token is on your tokens page, and you can revoke it there.',
  },
  denied: {
    title: 'Refused',
    text: 'The program gets no token. If you did not start this login, you need do nothing else.',
  },
} as const

function Outcome({ decided, onAgain }: { readonly decided: Decided; readonly onAgain: () => void }) {
  const { title, text } = OUTCOMES[decided]
  return (
    <div className={`notice ${decided === 'approved' ? 'notice-good' : 'notice-warn'} stack`} role="status">
      <h2>{title}</h2>
      <p>{text}</p>
      {decided === 'approved' ? <p>Stay signed in until the terminal says that it is logged in.</p> : null}
      <div className="row">
        <Button onClick={onAgain}>Enter another code</Button>
      </div>
    </div>
  )
}
