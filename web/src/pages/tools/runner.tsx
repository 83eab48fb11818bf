import type { ToolView } from '@api/tools.js'
import { useMemo, useState } from 'react'
import { Button } from '../../parts/button.js'
import { initialOf, toFields, toInput } from '../../parts/form/schema.js'
import { SchemaForm } from '../../parts/form/schema-form.js'
import { count } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { ProblemNotice } from '../../parts/waiting.js'
import { useAction } from '../../server/action.js'
import { CallResult } from './call-result.js'

/** The form of one tool, and what its call gives. */
export function Runner({ tool }: { readonly tool: ToolView }) {
  const fields = useMemo(() => toFields(tool.schema), [tool.schema])
  const [filled, setFilled] = useState(() => initialOf(fields))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isPermitted, setPermitted] = useState(false)
  const call = useAction('POST /api/tools/call')
  const run = () => {
    const read = toInput(fields, filled)
    setFaults(read.ok ? {} : read.faults)
    if (read.ok) void call.run({ tool: tool.name, input: read.input, ...(isPermitted ? { permit: true } : {}) })
  }
  return (
    <div className="stack-large">
      <Panel title={tool.name} note={`${count(tool.tokens)} tokens`}>
        <form
          className="panel-body stack tool-form"
          onSubmit={(event) => {
            event.preventDefault()
            run()
          }}
        >
          <ToolDescription text={tool.description} />
          <SchemaForm
            fields={fields}
            filled={filled}
            faults={faults}
            onChange={(name, value) => setFilled({ ...filled, [name]: value })}
          />
          {tool.category === null ? null : (
            <label className="check">
              <input type="checkbox" checked={isPermitted} onChange={(event) => setPermitted(event.target.checked)} />
              Permit this call ({tool.category})
            </label>
          )}
          <div className="row">
            <Button type="submit" look="main" busy={call.isRunning ? 'Running…' : undefined}>
              Run
            </Button>
            <details className="schema-details">
              <summary>Schema</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
              <pre className="prose-code" tabIndex={0}>
                {JSON.stringify(tool.schema, null, 2)}
              </pre>
            </details>
          </div>
        </form>
      </Panel>
      {call.problem === undefined ? null : <ProblemNotice problem={call.problem} />}
      {call.answer === undefined ? null : <CallResult call={call.answer} />}
    </div>
  )
}

/** A long description is a catalogue: its first lines are enough to recognise the tool. */
function ToolDescription({ text }: { readonly text: string }) {
  if (text.length < 400) return <p className="break pre-line">{text}</p>
  return (
    <details>
      <summary>{text.slice(0, 160).split('\n')[0]}…</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className="prose-code prose-wrap" tabIndex={0}>
        {text}
      </pre>
    </details>
  )
}
