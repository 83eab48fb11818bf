import { PageHead } from '../parts/panel.js'
import { Link } from '../router/link.js'

export function UnknownPage() {
  return (
    <>
      <PageHead title="Page not found">
        <p>There is no page at this address. It may be from another version of Metier.</p>
      </PageHead>
      <Link className="button" to="/">
        Go to the overview
      </Link>
    </>
  )
}
