import { ago, day, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { toSkill } from '../router/route.js'
import { useAnswer } from '../server/answers.js'
import type { UnlistedSkill } from '../server/api.js'

const STATES: Readonly<Record<UnlistedSkill['state'], readonly [look: string, word: string]>> = {
  deleted: ['badge-bad', 'Deleted'],
  hidden: ['badge-bad', 'Hidden'],
  pending: ['badge-warn', 'Waiting for a moderator'],
  rejected: ['badge-bad', 'Rejected'],
  withdrawn: ['badge-bad', 'Withdrawn'],
}

interface UnlistedProps {
  /** Whether the panel is shown if there is nothing in it. */
  readonly showsEmpty?: boolean
}

/** Skills that only insiders find, with the reason and the way to act on it. */
export function Unlisted({ showsEmpty = false }: UnlistedProps) {
  const unlisted = useAnswer('GET /api/hub/v1/unlisted', {})
  if (!showsEmpty && (unlisted.value === undefined || unlisted.value.skills.length === 0)) return null
  return (
    <Show answer={unlisted} lines={4}>
      {({ skills }) => (
        <Panel
          title={`${plural(skills.length, 'skill')} not listed`}
          note="Only members of the owner and moderators see these"
        >
          {skills.length === 0 ? (
            <Empty title="Every skill is listed">
              <p>Deleted and hidden skills are shown here, and those without a published version.</p>
            </Empty>
          ) : (
            <ul className="rows">
              {skills.map((skill) => (
                <UnlistedRow key={`${skill.owner}/${skill.slug}`} skill={skill} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </Show>
  )
}

function UnlistedRow({ skill }: { readonly skill: UnlistedSkill }) {
  const [look, word] = STATES[skill.state]
  return (
    <li className="rows-line row-apart">
      <span className="row">
        <Link className="mono strong break" to={toSkill(skill)}>
          {skill.slug}
        </Link>
        <span className="soft small break">@{skill.owner}</span>
        <span className={`badge ${look}`}>{word}</span>
        {skill.visibility === 'private' ? <span className="badge">Private</span> : null}
        {skill.hiddenReason === null ? null : <span className="soft break">{skill.hiddenReason}</span>}
      </span>
      <time className="soft small" dateTime={skill.updatedAt} title={day(skill.updatedAt)}>
        {ago(skill.updatedAt, Date.now())}
      </time>
    </li>
  )
}
