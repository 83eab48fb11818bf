import type { SessionView } from '../../../../packages/hub/src/routes/views.js'

type SignedIn = NonNullable<SessionView['user']>

/** What a token may do, in the words of a person. */
const SCOPES = [
  { id: 'read', note: 'Read and download skills, private ones of your owners too', isFor: () => true },
  { id: 'publish', note: 'Publish and change skills of your owners', isFor: (user: SignedIn) => user.mayPublish },
  {
    id: 'moderate',
    note: 'Read every skill, approve and reject versions',
    isFor: (user: SignedIn) => user.mayModerate,
  },
  { id: 'admin', note: 'Everything, with users and the log', isFor: (user: SignedIn) => user.mayAdminister },
] as const

interface ScopeChoiceProps {
  readonly user: SignedIn
  readonly scopes: ReadonlySet<string>
  readonly onChange: (scopes: ReadonlySet<string>) => void
  /** Of the user's scopes only these; all of them without it. */
  readonly offered?: readonly string[]
}

/** Only scopes that the user has: a token never grants more than its maker may. */
export function ScopeChoice({ user, scopes, onChange, offered }: ScopeChoiceProps) {
  return (
    <fieldset className="field-plain">
      <legend className="legend">Scopes</legend>
      {SCOPES.filter(({ id, isFor }) => isFor(user) && offered?.includes(id) !== false).map(({ id, note }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={scopes.has(id)}
            onChange={({ target }) =>
              onChange(new Set(target.checked ? [...scopes, id] : [...scopes].filter((each) => each !== id)))
            }
          />
          <span>
            <span className="mono strong">{id}</span> <span className="soft">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
