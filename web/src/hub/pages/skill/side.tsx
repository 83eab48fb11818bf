import type { ReactNode } from 'react'
import { Command, CopyButton } from '../../../parts/copy.js'
import { bytes, count, day, shortDigest } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { Link } from '../../../router/link.js'
import { listFacts } from './main-file.js'
import type { SkillTabProps } from './skill-tab.js'

/** How to install it, who made it, what signs it, and what it asks for. */
export function Side({ view, version }: SkillTabProps) {
  const facts = listFacts(version.frontmatter)
  return (
    <aside className="stack-large hub-side" aria-label="About the skill">
      <Install view={view} version={version} />
      <Panel title="Facts">
        <dl className="facts">
          <Fact name="Owner">
            <Link to={`/?owner=${encodeURIComponent(view.owner.handle)}`}>@{view.owner.handle}</Link>
          </Fact>
          <Fact name="Version">
            <span className="mono">{version.version}</span>
          </Fact>
          <Fact name="Published">
            {day(new Date(version.createdAt).toISOString())} by @{version.publisher}
          </Fact>
          <Fact name="Downloads">{count(view.skill.stats.downloads)}</Fact>
          <Fact name="License">{version.license ?? 'Not stated'}</Fact>
          <Fact name="Archive">
            {bytes(version.size)} <Digest text={version.digest} what="the digest of the archive" />
          </Fact>
          <Fact name="Signed by">
            <Signer view={view} version={version} />
          </Fact>
          {Object.entries(view.skill.tags).map(([tag, named]) => (
            <Fact key={tag} name={`Tag ${tag}`}>
              <span className="mono">{named}</span>
            </Fact>
          ))}
        </dl>
      </Panel>
      <Panel title="Requirements and metadata">
        {facts.length === 0 ? (
          <p className="panel-note">The frontmatter states a name and a description, and asks for nothing.</p>
        ) : (
          <dl className="facts facts-stacked">
            {facts.map(({ name, text }) => (
              <div key={name}>
                <dt className="mono small break">{name}</dt>
                <dd className="break">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Panel>
    </aside>
  )
}

/** The commands, if others can install this version. */
function Install({ view, version }: SkillTabProps) {
  if (version.status !== 'published' || view.deletedAt !== null || view.hiddenReason !== null) {
    return (
      <Panel title="Install" isPadded>
        <p className="soft">This version cannot be installed now.</p>
      </Panel>
    )
  }
  return (
    <Panel title="Install" isPadded>
      <div className="stack-tight">
        <span className="soft small">With Metier</span>
        <Command text={view.commands.metier} />
      </div>
      <div className="stack-tight">
        <span className="soft small">With ClawHub</span>
        <Command text={view.commands.clawhub} />
      </div>
    </Panel>
  )
}

function Signer({ version: { isSignedByAuthor, signer } }: SkillTabProps) {
  if (isSignedByAuthor) return 'its author'
  if (signer === null) return 'not signed'
  return (
    <>
      this hub, key <Digest text={signer} what="the fingerprint of the key" />
    </>
  )
}

function Digest({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className="row-fixed hub-digest">
      <span className="mono small" title={text}>
        {shortDigest(text)}…
      </span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </div>
  )
}
