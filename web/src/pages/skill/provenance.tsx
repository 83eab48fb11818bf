import type { OriginView, SkillView } from '@api/skill.js'
import { CopyButton } from '../../parts/copy.js'
import { day } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'

export function Provenance({ skill }: { readonly skill: SkillView }) {
  const { origin } = skill
  return (
    <Panel title="Provenance">
      {origin === null ? (
        <p className="panel-note">
          Not installed by Metier: the folder was put there by hand.{' '}
          <span className="mono break">{skill.directory}</span>
        </p>
      ) : (
        <Facts facts={factsOf(origin)} />
      )}
    </Panel>
  )
}

type Fact = readonly [title: string, value: string | null, isCopied?: boolean]

function factsOf(origin: OriginView): readonly Fact[] {
  return [
    ['Source', origin.source],
    ['Version', origin.version],
    ['Commit', origin.commit, true],
    ['Path', origin.path === '' ? null : origin.path],
    ['Plugin', origin.plugin],
    ['Installed', day(origin.installedAt)],
    ['Digest', origin.digest, true],
    ['Verdict then', origin.verdict],
    ['Signed by', origin.signedBy ?? 'not signed'],
    ['Accepted', origin.consent === null ? null : `${origin.consent.rules.join(', ')} on ${day(origin.consent.time)}`],
    ['Pinned', origin.isPinned ? 'yes' : null],
    ['Local edits', origin.isEdited ? 'yes; an update replaces them only if you force it' : null],
    ['Lockfile', origin.lockFile],
  ]
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([title, value, isCopied]) =>
        value === null ? null : (
          <div key={title}>
            <dt>{title}</dt>
            <dd className={isCopied ? 'mono small break' : 'break'}>
              {value}
              {isCopied ? <CopyButton text={value} what={`the ${title.toLowerCase()}`} /> : null}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
