import { useAction } from '../server/action.js'
import { Button } from './button.js'

interface ReloadButtonProps {
  readonly children: string
  /** The command that does the same. */
  readonly command?: string | undefined
}

/** Programs and variables are not watched: after installing one, this looks again. */
export function ReloadButton({ children, command }: ReloadButtonProps) {
  const reload = useAction('POST /api/reload')
  const what = 'Loads skills, programs and variables again'
  return (
    <Button
      busy={reload.isRunning ? 'Looking again…' : undefined}
      onClick={() => void reload.run({})}
      title={command === undefined ? what : `${what}: ${command}`}
    >
      {children}
    </Button>
  )
}
