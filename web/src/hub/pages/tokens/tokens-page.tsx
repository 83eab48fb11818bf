import { PageHead } from '../../../parts/panel.js'
import { Show } from '../../../parts/waiting.js'
import { TokenList } from '../../parts/token-list.js'
import { useAnswer } from '../../server/answers.js'
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
