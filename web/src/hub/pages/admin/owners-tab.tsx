import { useAnswer } from '../../server/answers.js'
import { OwnerList } from '../owners/owner-list.js'

export function OwnersTab() {
  return <OwnerList owners={useAnswer('GET /api/hub/v1/owners', { all: 1 })} />
}
