import type { ToolsView, ToolView } from '@api/tools.js'
import { useEffect, useState } from 'react'
import { count, plural } from '../../parts/format.js'
import { PageHead, Panel } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { useParameter } from '../../router/location.js'
import { withParameters } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'
import { Activation } from './activation.js'
import { Runner } from './runner.js'

/** Call a tool as a model would, and see exactly what it gets. */
export function ToolsPage() {
  const answer = useAnswer('GET /api/tools', {})
  const [latest, setLatest] = useState<ToolsView>()
  // An activation answers with the new list; a later answer of the server replaces it.
  useEffect(() => setLatest(answer.value), [answer.value])
  const tools = latest ?? answer.value
  return (
    <>
      <PageHead title="Tools">
        <p>
          Call a tool as a model would. This page has a workspace of its own: what you activate here is active only
          here.
        </p>
      </PageHead>
      <Show answer={{ ...answer, value: tools }} lines={14}>
        {(value) => <Playground tools={value} onChange={setLatest} />}
      </Show>
    </>
  )
}

interface PlaygroundProps {
  readonly tools: ToolsView
  readonly onChange: (tools: ToolsView) => void
}

function Playground({ tools, onChange }: PlaygroundProps) {
  const [chosen] = useParameter('tool')
  const tool = tools.tools.find(({ name }) => name === chosen) ?? tools.tools[0]
  return (
    <div className="columns columns-lead">
      <div className="stack-large">
        <Panel title={plural(tools.tools.length, 'tool')} note={`${count(tools.tokens)} tokens in every request`}>
          <ToolList tools={tools.tools} current={tool?.name} />
        </Panel>
        <Activation tools={tools} onChange={onChange} />
      </div>
      {tool === undefined ? <p className="soft">No tool is offered.</p> : <Runner key={tool.name} tool={tool} />}
    </div>
  )
}

function ToolList({ tools, current }: { readonly tools: readonly ToolView[]; readonly current: string | undefined }) {
  return (
    <nav className="files files-tall" aria-label="Tools">
      <ul className="rows-tight">
        {tools.map((tool) => (
          <li key={tool.name}>
            <Link
              to={withParameters('/tools', { tool: tool.name })}
              aria-current={tool.name === current ? 'true' : undefined}
            >
              <span className="mono break">{tool.name}</span>
              {tool.skill === null ? null : <span className="badge badge-accent">{tool.skill}</span>}
              <span className="soft small files-size">{count(tool.tokens)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
