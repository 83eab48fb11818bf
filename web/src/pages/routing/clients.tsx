import type { ClientPromptView, ClientSummary } from '@api/routing.js'
import { Command } from '../../parts/copy.js'
import { count, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { useParameter } from '../../router/location.js'
import { useAnswer } from '../../server/answers.js'

/** What the limits of each client leave of the catalogue. */
export function Clients() {
  const clients = useAnswer('GET /api/clients', {})
  const [chosen, choose] = useParameter('client')
  return (
    <Panel title="What a client shows its model">
      <Show answer={clients} lines={8}>
        {({ clients: all }) => {
          const client = all.find(({ id }) => id === chosen) ?? all[0]
          if (client === undefined) return <p className="panel-note">No client's limits are known.</p>
          return (
            <div className="panel-body stack">
              <label className="field">
                <span className="label">Client</span>
                <select className="input" value={client.id} onChange={(event) => choose(event.target.value)}>
                  {all.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                </select>
              </label>
              <p className="soft small">{limitsOf(client)}</p>
              <Prompt client={client.id} />
            </div>
          )
        }}
      </Show>
    </Panel>
  )
}

function limitsOf({ instructionLimit, descriptionLimit, toolLimit }: ClientSummary): string {
  const limits = [
    instructionLimit === null ? undefined : `instructions after ${count(instructionLimit)} characters`,
    descriptionLimit === null ? undefined : `tool descriptions after ${count(descriptionLimit)} characters`,
    toolLimit === null ? undefined : `the list after ${plural(toolLimit, 'tool')}`,
  ].filter((limit) => limit !== undefined)
  return limits.length === 0 ? 'It cuts nothing that is known.' : `It cuts ${limits.join(', ')}.`
}

function Prompt({ client }: { readonly client: string }) {
  const prompt = useAnswer('GET /api/client', { client })
  return (
    <Show answer={prompt} lines={8}>
      {(value) => (
        <>
          <Left prompt={value} />
          <details>
            <summary>Read the text ({count(value.tokens)} tokens)</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
            <pre className="prose-code prose-wrap" tabIndex={0}>
              {textOf(value)}
            </pre>
          </details>
          <Command text={value.command} />
        </>
      )}
    </Show>
  )
}

function textOf({ instructions, tools }: ClientPromptView): string {
  const parts = tools.map(({ name, description }) => `${name}\n${description ?? '(the model must search for it)'}`)
  return [instructions ?? '(the model never sees the instructions)', ...parts].join('\n\n')
}

function Left({ prompt }: { readonly prompt: ClientPromptView }) {
  const total = prompt.listed + prompt.shortened + prompt.left
  const figures = [
    ['Listed in full', prompt.listed],
    ['Shortened', prompt.shortened],
    ['Left out', prompt.left],
  ] as const
  return (
    <dl className="trio">
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt className="soft small">{title}</dt>
          <dd>
            {count(value)} <span className="soft small">of {count(total)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
