import type { ToolCallView, ToolCopies } from '@api/tools.js'
import { useState } from 'react'
import { CodeViewer } from '../../parts/code/code-viewer.js'
import { CopyButton } from '../../parts/copy.js'
import { count, milliseconds } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'

/** Exactly what the model gets. */
export function CallResult({ call }: { readonly call: ToolCallView }) {
  return (
    <>
      <Panel
        title="What the model gets"
        note={`${count(call.tokens)} tokens · ${milliseconds(call.milliseconds)}`}
        actions={
          <>
            <span className={`badge ${call.isError ? 'badge-bad' : 'badge-good'}`} role="status">
              {call.isError ? 'Error' : 'Succeeded'}
            </span>
            <CopyButton text={call.text} what="the result" label="Copy" />
          </>
        }
      >
        <CodeViewer text={call.text} label="Result of the tool" />
        {call.left === 0 ? null : <p className="panel-note">{count(call.left)} more characters are not shown.</p>}
      </Panel>
      <Copies copies={call.copies} />
    </>
  )
}

type CopyForm = Exclude<keyof ToolCopies, 'mcpNote'>

const FORMS: readonly { readonly key: CopyForm; readonly title: string }[] = [
  { key: 'command', title: 'Command line' },
  { key: 'curl', title: 'curl' },
  { key: 'typescript', title: 'TypeScript' },
  { key: 'mcp', title: 'MCP' },
]

function Copies({ copies }: { readonly copies: ToolCopies }) {
  const [form, setForm] = useState<CopyForm>('command')
  return (
    <Panel
      title="The same call elsewhere"
      actions={<CopyButton text={copies[form]} what="the call" label="Copy" />}
      isPadded
    >
      <fieldset className="segments">
        <legend className="visually-hidden">Form of the call</legend>
        {FORMS.map(({ key, title }) => (
          <button key={key} type="button" aria-pressed={key === form} onClick={() => setForm(key)}>
            {title}
          </button>
        ))}
      </fieldset>
      {copies.mcpNote === null || (form !== 'curl' && form !== 'mcp') ? null : (
        <p className="small warn break">{copies.mcpNote}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className="prose-code prose-wrap" tabIndex={0}>
        {copies[form]}
      </pre>
    </Panel>
  )
}
