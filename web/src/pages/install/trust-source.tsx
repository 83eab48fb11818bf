import type { InstallView } from '@api/installs.js'
import { Button } from '../../parts/button.js'
import { Command } from '../../parts/copy.js'
import { UpdateButton } from '../../parts/update-button.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../../server/action.js'
import { BeginButton } from './begin-button.js'

function Again({ install }: { readonly install: InstallView }) {
  if (install.action === 'update') return <UpdateButton skill={install.skill}>Review the update</UpdateButton>
  return <BeginButton source={install.source} skill={install.skill} scope={install.scope} isReplacing={false} />
}

/** Trusting a source is a decision of its own; after it, the install begins again. */
export function TrustSource({ install }: { readonly install: InstallView }) {
  const trust = useAction('POST /api/trust')
  return (
    <div className="stack-tight">
      <div className="row">
        <Button
          busy={trust.isRunning ? 'Trusting…' : undefined}
          onClick={() => void trust.run({ source: install.source })}
        >
          Trust {install.source}
        </Button>
        {trust.answer === undefined ? null : <Again install={install} />}
      </div>
      {trust.answer === undefined ? null : <Command text={trust.answer.command} />}
      {trust.problem === undefined ? null : <ProblemNotice problem={trust.problem} />}
    </div>
  )
}
