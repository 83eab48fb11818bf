import type { SandboxView, SkillServerView, SkillToolsView, SkillToolView, SkillView } from '@api/skill.js'
import { Panel } from '../../parts/panel.js'
import { Empty, Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { useAnswer } from '../../server/answers.js'
import { Approval } from './approval.js'

/** What the skill would run, with which rights, and whether that was approved. */
export function ToolsTab({ skill }: { readonly skill: SkillView }) {
  const tools = useAnswer('GET /api/skill/tools', { skill: skill.id })
  return (
    <Show answer={tools} lines={10}>
      {(value) => (
        <div className="stack-large">
          {value.problems.map((problem) => (
            <p key={problem} className="notice notice-bad break">
              {problem}
            </p>
          ))}
          {value.approval === null ? null : <Approval skill={skill} approval={value.approval} />}
          <Tools tools={value.tools} />
          {value.servers.length === 0 ? null : <Servers servers={value.servers} />}
          <Rights tools={value} />
        </div>
      )}
    </Show>
  )
}

function Tools({ tools }: { readonly tools: readonly SkillToolView[] }) {
  return (
    <Panel
      title="Tools"
      note={tools.length === 0 ? undefined : 'What it would run'}
      actions={tools.length === 0 ? undefined : <Link to="/tools">Try them</Link>}
    >
      {tools.length === 0 ? (
        <Empty title="It brings no tools">
          <p>It is text for a model. It runs nothing by itself.</p>
        </Empty>
      ) : (
        <ul className="rows">
          {tools.map((tool) => (
            <li key={tool.name} className="rows-line stack">
              <div className="row">
                <strong className="mono">{tool.name}</strong>
                <span className="badge badge-accent" title="What permission asks about">
                  {tool.category}
                </span>
                {tool.declared === tool.category ? null : <span className="badge">declares {tool.declared}</span>}
              </div>
              <p className="break">{tool.description}</p>
              <code className="break run-line">{tool.run.join(' ')}</code>
              <Sandbox sandbox={tool.sandbox} />
              {tool.schema === null ? null : (
                <details>
                  <summary>Input schema</summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
                  <pre className="prose-code" tabIndex={0}>
                    {JSON.stringify(tool.schema, null, 2)}
                  </pre>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Servers({ servers }: { readonly servers: readonly SkillServerView[] }) {
  return (
    <Panel title="MCP servers">
      <ul className="rows">
        {servers.map((server) => (
          <li key={server.name} className="rows-line stack">
            <strong className="mono">{server.name}</strong>
            <code className="break run-line">{server.url ?? server.command.join(' ')}</code>
            <p className="soft small">
              {server.tools === null ? 'All of its tools' : `Tools: ${server.tools.join(', ')}`}
            </p>
            {server.sandbox === null ? null : <Sandbox sandbox={server.sandbox} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Rights({ tools }: { readonly tools: SkillToolsView }) {
  const rows = [
    ['May use without asking', tools.allowedTools],
    ['Leaves only, while active', tools.restrictsTo],
    ['Its programs get the variables', tools.variables],
  ] as const
  const shown = rows.filter(([, names]) => names !== null && names.length > 0)
  if (shown.length === 0) return null
  return (
    <Panel title="Rights">
      <dl className="facts">
        {shown.map(([title, names]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="row">
              {names?.map((name) => (
                <span key={name} className="badge mono">
                  {name}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** The sandbox in words. */
function Sandbox({ sandbox }: { readonly sandbox: SandboxView }) {
  if (sandbox.kind === 'open') {
    return <p className="small warn break">Runs without a sandbox and can reach what you can: {sandbox.reason}.</p>
  }
  if (sandbox.kind === 'refused') {
    return <p className="small bad break">Is not started, because a sandbox is required: {sandbox.reason}.</p>
  }
  return (
    <p className="small soft">
      Runs in a sandbox: {sandbox.workdir === 'write' ? 'may change' : 'may read'} the working directory,{' '}
      {sandbox.network ? 'with network' : 'no network'}
      {sandbox.home === 'lasting' ? ', a home directory of its own' : ''}.
    </p>
  )
}
