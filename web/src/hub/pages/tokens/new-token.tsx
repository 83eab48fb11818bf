import { useState } from 'react'
import { Panel } from '../../../parts/panel.js'
import { MadeToken } from '../../parts/made-token.js'
import { type MadeTokenView, TokenForm } from '../../parts/token-form.js'

export function NewToken() {
  const [made, setMade] = useState<MadeTokenView>()
  return (
    <Panel title="New token" isPadded>
      {made === undefined ? null : <MadeToken key={made.token} token={made.token} title={`Token ${made.name}`} />}
      <TokenForm scope="read" onMade={setMade} />
    </Panel>
  )
}
