import type { HubSkillView, HubVersionView } from '../../../../../packages/hub/src/routes/views.js'
import { day } from '../../../parts/format.js'
import { Link } from '../../../router/link.js'
import { toSkill } from '../../router/route.js'
import { useUser } from '../../server/session.js'

/** Why a version cannot be installed, or that another one is newer. */
export function StateNotice({ view }: { readonly view: HubSkillView }) {
  const { version, hiddenReason } = view
  if (hiddenReason !== null) {
    return (
      <Notice look="bad" title="Hidden by a moderator">
        {hiddenReason}
      </Notice>
    )
  }
  if (version === null) return null
  switch (version.status) {
    case 'pending':
      return <Pending version={version} />
    case 'rejected':
      return (
        <Notice look="bad" title={`Version ${version.version} was rejected`}>
          {version.decision === null || version.decision.reason === ''
            ? 'No reason was given.'
            : version.decision.reason}
        </Notice>
      )
    case 'withdrawn':
      return (
        <Notice look="warn" title={`Version ${version.version} was withdrawn`}>
          {version.withdrawnReason ?? 'Its owner gave no reason.'}
        </Notice>
      )
    case 'published':
      return version.isLatest ? null : <Older view={view} version={version} />
  }
}

function Pending({ version }: { readonly version: HubVersionView }) {
  const user = useUser()
  return (
    <Notice look="warn" title={`Version ${version.version} is waiting for a moderator`}>
      The scan raised warnings. Until a moderator approves it, only its owner and moderators see it.{' '}
      {user?.mayModerate === true ? <Link to={`/moderation?version=${version.id}`}>Decide about it</Link> : null}
    </Notice>
  )
}

function Older({ view, version }: { readonly view: HubSkillView; readonly version: HubVersionView }) {
  const { latest } = view.skill.tags
  const address = { owner: view.owner.handle, slug: view.skill.slug }
  return (
    <Notice
      look="warn"
      title={`This is version ${version.version} of ${day(new Date(version.createdAt).toISOString())}`}
    >
      {latest === undefined ? (
        'No version is current.'
      ) : (
        <>
          The latest is {latest}. <Link to={toSkill(address)}>Read the latest</Link> or{' '}
          <Link to={toSkill(address, { tab: 'versions', from: version.version, to: latest })}>compare the two</Link>
        </>
      )}
    </Notice>
  )
}

interface NoticeProps {
  readonly look: 'warn' | 'bad'
  readonly title: string
  readonly children: React.ReactNode
}

function Notice({ look, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${look}`}>
      <p className="break">
        <strong>{title}</strong>
      </p>
      <p className="break">{children}</p>
    </div>
  )
}
