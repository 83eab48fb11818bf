import { Icon } from '../../parts/icon.js'
import { useIsLost } from '../server/connection.js'

/** Reports a hub that does not answer. What the page shows stays. */
export function Banner() {
  const isLost = useIsLost()
  return (
    <div role="status">
      {isLost ? (
        <div className="banner">
          <Icon name="alert" className="warn" />
          <span>The hub does not answer. This page shows its last answers and connects by itself.</span>
        </div>
      ) : null}
    </div>
  )
}
