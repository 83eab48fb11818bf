import { useState } from 'react'
import type { HubSkillView, HubVersionView } from '../../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../../parts/button.js'
import { Confirm } from '../../../parts/confirm.js'
import { TextField } from '../../../parts/text-field.js'
import { nameSkill } from '../skill-tab.js'
import { Setting } from './setting.js'

const HIDE = 'PUT /api/hub/v1/skills/:slug/hidden?owner'

/** Hides a skill with a reason, or shows it again. */
export function Hiding({ view }: { readonly view: HubSkillView }) {
  const [reason, setReason] = useState<string>()
  const name = nameSkill(view)
  const isHidden = view.hiddenReason !== null
  const onClose = () => setReason(undefined)
  return (
    <Setting
      title={isHidden ? 'Hidden' : 'Hide'}
      state={isHidden ? `Hidden: ${view.hiddenReason}` : 'Take the skill out of the catalogue while it is looked into.'}
      action={
        <Button look={isHidden ? 'plain' : 'danger'} onClick={() => setReason('')}>
          {isHidden ? 'Unhide' : 'Hide'}
        </Button>
      }
    >
      {reason === undefined ? null : isHidden ? (
        <Confirm
          title={`Unhide ${name.slug}?`}
          action={HIDE}
          input={{ ...name, reason: null }}
          label="Unhide"
          busy="Unhiding…"
          look="main"
          success={`${name.slug} is visible again`}
          onClose={onClose}
        >
          <p>Its published versions can be found and installed again.</p>
        </Confirm>
      ) : (
        <Confirm
          title={`Hide ${name.slug}?`}
          action={HIDE}
          input={{ ...name, reason: reason.trim() }}
          label="Hide"
          busy="Hiding…"
          success={`Hid ${name.slug}`}
          isReady={reason.trim() !== ''}
          onClose={onClose}
        >
          <p className="break">
            It can no longer be found, installed or updated. Members of @{name.owner} and moderators still read it.
            Copies that are installed stay on their machines.
          </p>
          <TextField
            label="Reason"
            value={reason}
            onChange={setReason}
            most={1000}
            isRequired
            isLong
            note="Clients show it to everyone who asks for this skill."
          />
        </Confirm>
      )}
    </Setting>
  )
}

interface RejectionProps {
  readonly view: HubSkillView
  readonly version: HubVersionView
}

/** Takes back a version that was published. */
export function Rejection({ view, version }: RejectionProps) {
  const [reason, setReason] = useState<string>()
  const name = `${view.skill.slug}@${version.version}`
  return (
    <Setting
      title={`Reject version ${version.version}`}
      state="Take one published version back, and leave the others."
      action={
        <Button look="danger" onClick={() => setReason('')}>
          Reject
        </Button>
      }
    >
      {reason === undefined ? null : (
        <Confirm
          title={`Reject ${name}?`}
          action="POST /api/hub/v1/moderation/:id"
          input={{ id: version.id, decision: 'reject', reason: reason.trim() }}
          label="Reject"
          busy="Rejecting…"
          success={`Rejected ${name}`}
          isReady={reason.trim() !== ''}
          onClose={() => setReason(undefined)}
        >
          <p className="break">
            The version can no longer be installed, and its number is never used again.
            {version.isLatest ? ' The highest of the other published versions becomes the latest.' : ''} You can approve
            it later from the rejected versions of the moderation page.
          </p>
          <TextField
            label="Reason"
            value={reason}
            onChange={setReason}
            most={1000}
            isRequired
            isLong
            note={`Shown to members of @${view.owner.handle} and to moderators.`}
          />
        </Confirm>
      )}
    </Setting>
  )
}
