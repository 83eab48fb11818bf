export type Scope = 'project' | 'personal'

interface ScopeChoiceProps {
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
}

export function ScopeChoice({ scope, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className="field field-plain">
      <legend className="legend">For</legend>
      <div className="segments">
        <button type="button" aria-pressed={scope === 'project'} onClick={() => onChange('project')}>
          This project
        </button>
        <button type="button" aria-pressed={scope === 'personal'} onClick={() => onChange('personal')}>
          All projects
        </button>
      </div>
    </fieldset>
  )
}
