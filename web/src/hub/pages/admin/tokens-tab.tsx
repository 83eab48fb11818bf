import { Show } from '../../../parts/waiting.js'
import { TokenList } from '../../parts/token-list.js'
import { useAnswer } from '../../server/answers.js'

/** The tokens of all users. */
export function TokensTab() {
  const tokens = useAnswer('GET /api/hub/v1/tokens', { all: 1 })
  return (
    <Show answer={tokens} lines={8}>
      {({ tokens: all }) => <TokenList tokens={all} namesUsers />}
    </Show>
  )
}
