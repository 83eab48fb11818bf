import { useState } from 'react'
import type { HubSkillView } from '../../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../../parts/button.js'
import { Confirm } from '../../../parts/confirm.js'
import { useSession } from '../../../server/session.js'
import { nameSkill } from '../skill-tab.js'
import { Setting } from './setting.js'

/** Makes a skill public or private. */
export function VisibilityChange({ view }: { readonly view: HubSkillView }) {
  const { hub } = useSession()
  const [isAsking, setAsking] = useState(false)
  const { slug, owner } = nameSkill(view)
  const next = view.skill.visibility === 'public' ? 'private' : 'public'
  const everyone = hub.allowsAnonymous ? 'Everyone who reaches this hub' : 'Every user of this hub'
  const members = `Only members of @${owner} and moderators`
  return (
    <Setting
      title="Visibility"
      state={next === 'private' ? `Public. ${everyone} can read and install it.` : `Private. ${members} see it.`}
      action={<Button onClick={() => setAsking(true)}>Make {next}</Button>}
    >
      {isAsking ? (
        <Confirm
          title={`Make ${slug} ${next}?`}
          action="PUT /api/v1/skills/:slug/visibility?owner"
          input={{ slug, owner, visibility: next }}
          label={`Make ${next}`}
          busy="Changing…"
          look={next === 'public' ? 'danger' : 'main'}
          success={`${slug} is now ${next}`}
          onClose={() => setAsking(false)}
        >
          <p className="break">
            {next === 'public'
              ? `${everyone} can then read and install every published version, earlier ones included.`
              : `${members} can then find, read and install it. To others it looks as if it did not exist. Copies that they installed stay, without updates.`}
          </p>
        </Confirm>
      ) : null}
    </Setting>
  )
}
