import type { HubSkillView } from '../../../../../../packages/hub/src/routes/views.js'
import { Panel } from '../../../../parts/panel.js'
import { useUser } from '../../../server/session.js'
import { Deletion } from './deletion.js'
import { Hiding, Rejection } from './moderation.js'
import { Renaming } from './renaming.js'
import { Tags } from './tags.js'
import { VisibilityChange } from './visibility-change.js'

/** What its publishers and moderators may change about a skill. The hub checks each request again. */
export function ManageTab({ view }: { readonly view: HubSkillView }) {
  const user = useUser()
  const { version, mayChange } = view
  return (
    <div className="stack-large">
      {mayChange ? (
        <Panel title="Settings" note={`For members that publish for @${view.owner.handle}`}>
          <ul className="rows">
            <VisibilityChange view={view} />
            <Renaming view={view} />
            <Tags view={view} />
            <Deletion view={view} />
          </ul>
        </Panel>
      ) : null}
      {user?.mayModerate === true ? (
        <Panel title="Moderation" note="For moderators">
          <ul className="rows">
            <Hiding view={view} />
            {version?.status === 'published' ? <Rejection view={view} version={version} /> : null}
          </ul>
        </Panel>
      ) : null}
    </div>
  )
}
