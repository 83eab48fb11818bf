import { PageHead } from '../../parts/panel.js'
import { Link } from '../../router/link.js'

export function UnknownPage() {
  return (
    <PageHead title="Page not found">
      <p>
        This address has no page. <Link to="/">See all skills</Link>
      </p>
    </PageHead>
  )
}
