import { useAnswer } from '../../server/answers.js'

export type Scope = 'project' | 'personal'

interface ScopeChoiceProps {
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
}

/** Where the skill goes. If the server was started with `--root`, there is one place and nothing to choose. */
export function ScopeChoice({ scope, onChange }: ScopeChoiceProps) {
  const places = useAnswer('GET /api/installs', {}).value?.places
  if (places !== undefined && places.project === places.personal) return null
  return (
    <fieldset className="field field-plain">
      <legend className="legend">For</legend>
      <div className="segments">
        <button
          type="button"
          aria-pressed={scope === 'project'}
          title={places?.project ?? undefined}
          onClick={() => onChange('project')}
        >
          This project
        </button>
        <button
          type="button"
          aria-pressed={scope === 'personal'}
          title={places?.personal ?? undefined}
          onClick={() => onChange('personal')}
        >
          All projects
        </button>
      </div>
    </fieldset>
  )
}
