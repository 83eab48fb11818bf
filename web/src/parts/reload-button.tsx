import { useAction } from '../server/action.js'
import { Button } from './button.js'

/** Programs and variables are not watched: after installing one, this looks again. */
export function ReloadButton({ children }: { readonly children: string }) {
  const reload = useAction('POST /api/reload')
  return (
    <Button
      busy={reload.isRunning ? 'Looking again…' : undefined}
      onClick={() => void reload.run({})}
      title="Loads skills, programs and variables again: metier reload"
    >
      {children}
    </Button>
  )
}
