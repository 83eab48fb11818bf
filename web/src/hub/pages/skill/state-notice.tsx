import type { HubSkillView, HubVersionView } from '../../../../../packages/hub/src/routes/views.js'
import { day } from '../../../parts/format.js'
import { Link } from '../../../router/link.js'
import { withParameters } from '../../../router/route.js'
import { toSkill } from '../../router/route.js'
import { useUser } from '../../server/session.js'
import { toTab } from './skill-tab.js'

/** Why a version cannot be installed, or that another one is newer. */
export function StateNotice({ view }: { readonly view: HubSkillView }) {
  const { version, hiddenReason, deletedAt } = view
  if (deletedAt !== null) {
    return (
      <Notice look="bad" title={`Deleted on ${day(deletedAt)}`}>
        Only members of @{view.owner.handle} and moderators see this page. The skill cannot be installed.{' '}
        {view.mayChange ? <Link to={toTab(view, version, { tab: 'manage' })}>Undelete it</Link> : null}
      </Notice>
    )
  }
  if (hiddenReason !== null) {
    return (
      <Notice look="bad" title="Hidden by a moderator">
        {hiddenReason}
      </Notice>
    )
  }
  if (version === null) {
    return (
      <Notice look="warn" title="No version can be installed">
        Every version was withdrawn or rejected. Publish one with a higher number.
      </Notice>
    )
  }
  switch (version.status) {
    case 'pending':
      return <Pending version={version} />
    case 'rejected':
      return (
        <Notice look="bad" title={`Version ${version.version} was rejected`}>
          {version.decision === null || version.decision.reason === ''
            ? 'No reason was given.'
            : version.decision.reason}{' '}
          <ReviewLink version={version} tab="rejected" />
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
  return (
    <Notice look="warn" title={`Version ${version.version} is waiting for a moderator`}>
      The scan raised warnings. Until a moderator approves it, only its owner and moderators see it.{' '}
      <ReviewLink version={version} tab="" />
    </Notice>
  )
}

function ReviewLink({ version, tab }: { readonly version: HubVersionView; readonly tab: '' | 'rejected' }) {
  const user = useUser()
  if (user?.mayModerate !== true) return null
  return <Link to={withParameters('/moderation', { tab, version: String(version.id) })}>Review it</Link>
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
