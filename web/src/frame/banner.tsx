import { Icon } from '../parts/icon.js'
import { useConnection, useIsForeign } from '../server/live.js'

/** Reports a lost server, and that it is back. */
export function Banner() {
  const connection = useConnection()
  const isForeign = useIsForeign()
  return (
    <div role="status">
      {isForeign ? (
        <div className="banner">
          <Icon name="alert" className="warn" />
          <span>
            The server was started again and does not know this page. Open the address that <code>metier serve</code>{' '}
            printed.
          </span>
        </div>
      ) : connection === 'lost' ? (
        <div className="banner">
          <Icon name="alert" className="warn" />
          <span>
            The server does not answer. This page shows its last answers and connects by itself once{' '}
            <code>metier serve</code> runs again.
          </span>
        </div>
      ) : connection === 'regained' ? (
        <div className="banner banner-good">
          <Icon name="check" className="good" />
          <span>The server is back. Everything on this page is up to date.</span>
        </div>
      ) : null}
    </div>
  )
}
