import { useState } from 'react'
import type { HubSkillView } from '../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../parts/button.js'
import { Confirm } from '../../parts/confirm.js'
import { TextField } from '../../parts/text-field.js'
import { nameSkill } from './skill-tab.js'

interface WithdrawalProps {
  readonly view: HubSkillView
  readonly version: string
}

/** Withdraws a version for good. */
export function Withdrawal({ view, version }: WithdrawalProps) {
  const [reason, setReason] = useState<string>()
  const name = nameSkill(view)
  const isLatest = view.skill.tags.latest === version
  return (
    <>
      <Button look="quiet" aria-label={`Withdraw version ${version}`} onClick={() => setReason('')}>
        Withdraw
      </Button>
      {reason === undefined ? null : (
        <Confirm
          title={`Withdraw ${name.slug}@${version}?`}
          action="DELETE /api/v1/skills/:slug/versions/:version"
          input={{ ...name, version, reason: reason.trim() === '' ? undefined : reason.trim() }}
          label="Withdraw"
          busy="Withdrawing…"
          success={`Withdrew ${name.slug}@${version}`}
          onClose={() => setReason(undefined)}
        >
          <p className="break">
            Its files can no longer be read or installed, and its tags are removed.
            {isLatest ? ' The highest of the other published versions becomes the latest.' : ''} Copies that are
            installed stay on their machines. The number is never used again. <strong>You cannot undo this.</strong>
          </p>
          <TextField
            label="Reason (optional)"
            value={reason}
            onChange={setReason}
            most={500}
            isLong
            note="Shown to everyone who asks for this version."
          />
        </Confirm>
      )}
    </>
  )
}
