import { useState } from 'react'
import type { HubSkillView } from '../../../../../../packages/hub/src/routes/views.js'
import { Button } from '../../../../parts/button.js'
import { Confirm } from '../../../parts/confirm.js'
import { TextField } from '../../../parts/text-field.js'
import { useAnswer } from '../../../server/answers.js'
import { nameSkill } from '../skill-tab.js'
import { Setting } from './setting.js'

type Asked = { readonly is: 'set' } | { readonly is: 'remove'; readonly tag: string }

/** Names for versions. `latest` is the hub's own: it follows the highest published version. */
export function Tags({ view }: { readonly view: HubSkillView }) {
  const [asked, setAsked] = useState<Asked>()
  const name = nameSkill(view)
  const tags = Object.entries(view.skill.tags).filter(([tag]) => tag !== 'latest')
  const onClose = () => setAsked(undefined)
  return (
    <Setting
      title="Tags"
      state="A tag is a name for a version, which clients can install. latest always follows the highest published version."
      action={<Button onClick={() => setAsked({ is: 'set' })}>Set a tag</Button>}
    >
      {tags.length === 0 ? null : (
        <ul className="rows-tight">
          {tags.map(([tag, version]) => (
            <li key={tag} className="row-apart">
              <span className="mono break">
                {tag} → {version}
              </span>
              <Button look="quiet" aria-label={`Remove the tag ${tag}`} onClick={() => setAsked({ is: 'remove', tag })}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked?.is === 'set' ? <SetTag view={view} onClose={onClose} /> : null}
      {asked?.is === 'remove' ? (
        <Confirm
          title={`Remove the tag ${asked.tag}?`}
          action="DELETE /api/v1/skills/:slug/tags/:tag"
          input={{ ...name, tag: asked.tag }}
          label="Remove"
          busy="Removing…"
          success={`Removed the tag ${asked.tag}`}
          onClose={onClose}
        >
          <p className="break">
            Installing {name.slug} by the tag {asked.tag} then fails. The version itself stays.
          </p>
        </Confirm>
      ) : null}
    </Setting>
  )
}

function SetTag({ view, onClose }: { readonly view: HubSkillView; readonly onClose: () => void }) {
  const name = nameSkill(view)
  const [tag, setTag] = useState('')
  const [chosen, setChosen] = useState<string>()
  const versions = useAnswer('GET /api/hub/v1/skills/:slug/versions', name).value?.versions ?? []
  const published = versions.filter(({ status }) => status === 'published')
  const version = chosen ?? published[0]?.version ?? ''
  const current = view.skill.tags[tag.trim()]
  return (
    <Confirm
      title={`Set a tag of ${name.slug}`}
      action="PUT /api/v1/skills/:slug/tags/:tag?owner"
      input={{ ...name, tag: tag.trim(), version }}
      label="Set the tag"
      busy="Setting…"
      look="main"
      success={`${tag.trim()} is now ${version}`}
      isReady={tag.trim() !== '' && version !== ''}
      onClose={onClose}
    >
      <TextField label="Tag" value={tag} onChange={setTag} most={64} isRequired isMono note="Such as stable or beta." />
      <label className="field">
        <span className="label">Version</span>
        <select className="input" value={version} onChange={(event) => setChosen(event.target.value)}>
          {published.map((each) => (
            <option key={each.version}>{each.version}</option>
          ))}
        </select>
      </label>
      <p className="break">
        {current === undefined || tag.trim() === 'latest'
          ? 'Clients that name the tag get this version.'
          : `The tag moves from ${current}: clients that name it get this version from now on.`}
      </p>
    </Confirm>
  )
}
