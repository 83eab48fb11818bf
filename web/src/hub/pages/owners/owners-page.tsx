import { PageHead } from '../../../parts/panel.js'
import { useAnswer } from '../../server/answers.js'
import { OwnerList } from './owner-list.js'

/** The owners that the user is a member of. */
export function OwnersPage() {
  const owners = useAnswer('GET /api/hub/v1/owners', {})
  return (
    <>
      <PageHead title="Owners">
        <p>Skills belong to an owner: you, or a team. Members publish for it, or read its private skills.</p>
      </PageHead>
      <OwnerList owners={owners} />
    </>
  )
}
