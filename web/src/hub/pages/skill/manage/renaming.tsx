import { useState } from 'react'
import type { HubSkillView } from '../../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../../parts/button.js'
import { navigate } from '../../../../router/location.js'
import { Confirm } from '../../../parts/confirm.js'
import { TextField } from '../../../parts/text-field.js'
import { toSkill } from '../../../router/route.js'
import { nameSkill } from '../skill-tab.js'
import { Setting } from './setting.js'

/** Gives a skill another name, and goes to its new address. */
export function Renaming({ view }: { readonly view: HubSkillView }) {
  const { slug, owner } = nameSkill(view)
  const [name, setName] = useState<string>()
  const newSlug = name?.trim() ?? ''
  return (
    <Setting
      title="Name"
      state={
        <span className="mono">
          @{owner}/{slug}
        </span>
      }
      action={<Button onClick={() => setName('')}>Rename</Button>}
    >
      {name === undefined ? null : (
        <Confirm
          title={`Rename ${slug}`}
          action="POST /api/v1/skills/:slug/rename?owner"
          input={{ slug, owner, newSlug }}
          label="Rename"
          busy="Renaming…"
          look="main"
          success={`Renamed ${slug} to ${newSlug}`}
          isReady={newSlug !== '' && newSlug !== slug}
          onDone={(renamed) => navigate(toSkill({ owner, slug: renamed.slug }, { tab: 'manage' }))}
          onClose={() => setName(undefined)}
        >
          <p className="break">
            The old name keeps leading to this skill, so links and installations still work. No other skill of @{owner}{' '}
            can take it. Published versions keep the name that their files have.
          </p>
          <TextField
            label="New name"
            value={name}
            onChange={setName}
            most={64}
            isRequired
            isMono
            note="Lower-case letters, digits and hyphens."
          />
        </Confirm>
      )}
    </Setting>
  )
}
