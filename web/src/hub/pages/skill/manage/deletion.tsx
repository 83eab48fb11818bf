import { useState } from 'react'
import type { HubSkillView } from '../../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../../parts/button.js'
import { day } from '../../../../parts/format.js'
import { Confirm } from '../../../parts/confirm.js'
import { nameSkill } from '../skill-tab.js'
import { Setting } from './setting.js'

/** Deletes a skill, or restores one that was deleted. */
export function Deletion({ view }: { readonly view: HubSkillView }) {
  const [isAsking, setAsking] = useState(false)
  const { slug, owner } = nameSkill(view)
  const name = `@${owner}/${slug}`
  const onClose = () => setAsking(false)
  if (view.deletedAt !== null) {
    return (
      <Setting
        title="Deleted"
        state={`Deleted on ${day(view.deletedAt)}. The name stays reserved.`}
        action={<Button onClick={() => setAsking(true)}>Undelete</Button>}
      >
        {isAsking ? (
          <Confirm
            title={`Undelete ${name}?`}
            action="POST /api/v1/skills/:slug/undelete?owner"
            input={{ slug, owner }}
            label="Undelete"
            busy="Undeleting…"
            look="main"
            success={`Undeleted ${name}`}
            onClose={onClose}
          >
            <p className="break">
              {view.skill.visibility === 'public' ? 'Everyone' : `Members of @${owner} and moderators`} can find and
              install its published versions again. Withdrawn versions stay withdrawn.
            </p>
          </Confirm>
        ) : null}
      </Setting>
    )
  }
  return (
    <Setting
      title="Delete"
      state="Remove the skill with all its versions from the catalogue."
      action={
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      }
    >
      {isAsking ? (
        <Confirm
          title={`Delete ${name}?`}
          action="DELETE /api/v1/skills/:slug"
          input={{ slug, owner }}
          label="Delete"
          busy="Deleting…"
          success={`Deleted ${name}`}
          onClose={onClose}
        >
          <p className="break">
            It can no longer be found, installed or updated from here. Copies that are installed stay on their machines.
            The name stays reserved, and you can undelete the skill on this page.
          </p>
        </Confirm>
      ) : null}
    </Setting>
  )
}
