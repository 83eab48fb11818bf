import type { SkillView, VersionView } from '@api/skill.js'
import { Button } from '../../parts/button.js'
import { Changes } from '../../parts/code/diff.js'
import { Command } from '../../parts/copy.js'
import { day, shortDigest } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Empty, ProblemNotice, Show } from '../../parts/waiting.js'
import { setParameters, useParameter } from '../../router/location.js'
import { useAction } from '../../server/action.js'
import { useAnswer } from '../../server/answers.js'
import { Provenance } from './provenance.js'

/** Where it came from, what is kept, and what differs between any two. */
export function VersionsTab({ skill }: { readonly skill: SkillView }) {
  const versions = useAnswer('GET /api/skill/versions', { skill: skill.id })
  return (
    <div className="stack-large">
      <Provenance skill={skill} />
      <Show answer={versions} lines={6}>
        {({ versions: all }) => (
          <>
            <Panel title="Versions" note="The installed one, then those that it replaced">
              {all.length === 0 ? (
                <Empty title="No versions are kept">
                  <p>Metier keeps earlier versions of skills that it installed.</p>
                </Empty>
              ) : (
                <ul className="rows">
                  {all.map((version) => (
                    <Version key={version.digest + version.time} skill={skill} version={version} />
                  ))}
                </ul>
              )}
            </Panel>
            {all.length === 0 ? null : <Comparison skill={skill} versions={all} />}
          </>
        )}
      </Show>
    </div>
  )
}

function Version({ skill, version }: { readonly skill: SkillView; readonly version: VersionView }) {
  const rollback = useAction('POST /api/skill/rollback')
  return (
    <li className="rows-line stack">
      <div className="row-apart">
        <span className="row">
          <strong title={version.digest}>{version.version ?? shortDigest(version.commit ?? version.digest)}</strong>
          {version.isCurrent ? <span className="badge badge-accent">Installed</span> : null}
          {version.isEdited ? <span className="badge badge-warn">Edited</span> : null}
          <span className="soft">{day(version.time)}</span>
          {version.version === null && version.commit === null ? null : (
            <span className="mono small soft" title={version.digest}>
              {shortDigest(version.digest)}
            </span>
          )}
        </span>
        {version.command === null ? null : (
          <Button
            busy={rollback.isRunning ? 'Restoring…' : undefined}
            onClick={() => void rollback.run({ skill: skill.id, digest: version.digest })}
          >
            Restore this version
          </Button>
        )}
      </div>
      {version.command === null ? null : <Command text={version.command} />}
      {rollback.problem === undefined ? null : <ProblemNotice problem={rollback.problem} />}
    </li>
  )
}

interface ComparisonProps {
  readonly skill: SkillView
  readonly versions: readonly VersionView[]
}

function Comparison({ skill, versions }: ComparisonProps) {
  const [chosenFrom] = useParameter('from')
  const [chosenTo] = useParameter('to')
  const from = chosenFrom === '' ? (versions[1]?.digest ?? versions[0]?.digest ?? '') : chosenFrom
  const to = chosenTo === '' ? 'disk' : chosenTo
  const diff = useAnswer('GET /api/skill/diff', { skill: skill.id, from, to })
  const options = [
    { digest: 'disk', title: 'The files as they are now' },
    ...versions.map(({ digest, version, time }) => ({
      digest,
      title: `${version ?? shortDigest(digest)} · ${day(time)}`,
    })),
  ]
  return (
    <Panel title="Compare" isPadded>
      <div className="row">
        <Choice label="From" value={from} options={options} onChange={(digest) => setParameters({ from: digest })} />
        <Choice label="To" value={to} options={options} onChange={(digest) => setParameters({ to: digest })} />
      </div>
      <Show answer={diff} lines={6}>
        {({ changes }) => <Changes changes={changes} />}
      </Show>
    </Panel>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly digest: string; readonly title: string }[]
  readonly onChange: (digest: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="field field-inline">
      <span className="label">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ digest, title }) => (
          <option key={digest + title} value={digest}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
