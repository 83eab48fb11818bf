import type { WaitingView } from '../../../../../packages/hub/src/routes/views.js'

/** What follows from each decision, for this version and those before it. */
export function Outcomes({ waiting, isRejected }: { readonly waiting: WaitingView; readonly isRejected: boolean }) {
  return (
    <dl className="facts hub-outcomes">
      <div>
        <dt>If you approve</dt>
        <dd className="break">{describeApproval(waiting)}</dd>
      </div>
      <div>
        <dt>{isRejected ? 'If you leave it' : 'If you reject'}</dt>
        <dd className="break">{describeRejection(waiting)}</dd>
      </div>
    </dl>
  )
}

function describeApproval({ version, latest, isNewest }: WaitingView): string {
  if (latest === null) return `${version} is the first version that others can install.`
  return isNewest
    ? `${version} becomes the latest version. ${latest} and earlier ones can still be installed by their number.`
    : `${version} can be installed by its number. ${latest} stays the latest version.`
}

function describeRejection({ version, latest, slug }: WaitingView): string {
  const rest =
    latest === null
      ? `Others cannot install ${slug} at all.`
      : `${latest} stays the latest version that others install.`
  return `${rest} The number ${version} is never used again.`
}
