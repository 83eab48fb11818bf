import { useEffect, useState } from 'react'
import { Changes } from '../../../parts/code/diff.js'
import { Panel } from '../../../parts/panel.js'
import { Placeholder, ProblemNotice } from '../../../parts/waiting.js'
import { setParameters, useParameter } from '../../../router/location.js'
import type { SkillAddress } from '../../router/route.js'
import type { ListedVersion } from '../../server/api.js'
import { ask, type HubProblem } from '../../server/client.js'
import { compareTexts, type FileChange, listChanges } from './compare.js'

interface ComparisonProps {
  readonly name: SkillAddress
  readonly versions: readonly ListedVersion[]
}

/** What differs between two versions; without a choice, between the newest and the one before it. */
export function Comparison({ name, versions }: ComparisonProps) {
  const [chosenFrom] = useParameter('from')
  const [chosenTo] = useParameter('to')
  const [newest, previous] = versions
  if (newest === undefined || previous === undefined) {
    return <p className="notice">There is one version, so there is nothing to compare it with.</p>
  }
  const from = versions.find(({ version }) => version === chosenFrom)?.version ?? previous.version
  const to = versions.find(({ version }) => version === chosenTo)?.version ?? newest.version
  return (
    <Panel
      title="Changes"
      actions={
        <>
          <VersionChoice
            label="From"
            value={from}
            versions={versions}
            onChange={(next) => setParameters({ from: next })}
          />
          <VersionChoice label="To" value={to} versions={versions} onChange={(next) => setParameters({ to: next })} />
        </>
      }
      isPadded
    >
      <Difference name={name} from={from} to={to} />
    </Panel>
  )
}

interface VersionChoiceProps {
  readonly label: string
  readonly value: string
  readonly versions: readonly ListedVersion[]
  readonly onChange: (version: string) => void
}

function VersionChoice({ label, value, versions, onChange }: VersionChoiceProps) {
  return (
    <label className="row-fixed">
      <span className="soft">{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {versions.map(({ version }) => (
          <option key={version}>{version}</option>
        ))}
      </select>
    </label>
  )
}

interface DifferenceProps {
  readonly name: SkillAddress
  readonly from: string
  readonly to: string
}

type Compared =
  | { readonly key: string; readonly changes: readonly FileChange[] }
  | { readonly key: string; readonly problem: HubProblem }

function Difference({ name: { owner, slug }, from, to }: DifferenceProps) {
  const key = JSON.stringify([owner, slug, from, to])
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    const stop = new AbortController()
    void compareVersions({ owner, slug }, { from, to }, stop.signal).then((found) => {
      if (!stop.signal.aborted) setCompared({ key: JSON.stringify([owner, slug, from, to]), ...found })
    })
    return () => stop.abort()
  }, [owner, slug, from, to])
  if (compared === undefined || compared.key !== key) return <Placeholder lines={8} />
  return 'problem' in compared ? <ProblemNotice problem={compared.problem} /> : <Changes changes={compared.changes} />
}

async function compareVersions(
  name: SkillAddress,
  sides: Readonly<Record<'from' | 'to', string>>,
  signal: AbortSignal,
): Promise<{ readonly changes: readonly FileChange[] } | { readonly problem: HubProblem }> {
  const [from, to] = await Promise.all([
    ask('GET /api/hub/v1/skills/:slug', { ...name, version: sides.from }, signal),
    ask('GET /api/hub/v1/skills/:slug', { ...name, version: sides.to }, signal),
  ])
  if (!from.ok) return from
  if (!to.ok) return to
  const changes = listChanges(from.value.version?.files ?? [], to.value.version?.files ?? [])
  const read = async (side: 'from' | 'to', path: string) => {
    const input = { ...name, version: sides[side], path, preview: 1 as const }
    const file = await ask('GET /api/v1/skills/:slug/file', input, signal)
    return file.ok ? file.value : undefined
  }
  return { changes: await compareTexts(changes, read) }
}
