/** What a skill's MCP server answered, whole: MCP clients get it as it is, other hosts a value and a text. */

import { isRecord } from '../../skill/unknown-value.js'

/** The result of a call, in the form of MCP. Nothing in it is changed on the way to an MCP client. */
export interface ServerResult {
  /** Text, images, audio, resources and links, in the order of the server. */
  readonly content: readonly ServerContent[]
  /** The same as JSON, if the tool has an output schema. */
  readonly structuredContent?: unknown
  /** Whether the tool reports a failure. */
  readonly isError?: boolean | undefined
  /** What the server says about the result. */
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/** One piece of a result: `type` says what the other fields are. */
export interface ServerContent {
  readonly type: string
  readonly [field: string]: unknown
}

/** An error of the protocol: the server did not run the tool. */
export interface ServerError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * The answer of a server to a call. A host that starts servers itself returns one to pass on more than a value.
 *
 * @example
 * import { ServerAnswer } from 'metier/workspace'
 *
 * const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }
 * const answer = new ServerAnswer({ result: { content: [{ type: 'text', text: 'A chart' }, image] } })
 * console.log(answer.text)
 */
export class ServerAnswer {
  readonly outcome: { readonly result: ServerResult } | { readonly error: ServerError }

  constructor(outcome: ServerAnswer['outcome']) {
    this.outcome = outcome
  }

  /** Whether the call succeeded. */
  get isSuccess(): boolean {
    return 'result' in this.outcome && this.outcome.result.isError !== true
  }

  /** For hosts that take values: structured content if present, text if there is only text, otherwise the content. */
  get value(): unknown {
    if ('error' in this.outcome) return undefined
    const { content, structuredContent } = this.outcome.result
    if (structuredContent !== undefined) return structuredContent
    return content.every(({ type }) => type === 'text') ? this.text : content
  }

  /** For models that read text: a line describes what is not text. */
  get text(): string {
    if ('error' in this.outcome) return this.outcome.error.message
    return this.outcome.result.content.map(describeContent).join('\n')
  }

  /** Whether the text leaves something out that only an MCP client can show. */
  get hasMedia(): boolean {
    return 'result' in this.outcome && this.outcome.result.content.some(({ type }) => type !== 'text')
  }
}

function describeContent(content: ServerContent): string {
  const { type, text, data, mimeType, uri, name, resource } = content
  if (type === 'text') return String(text)
  if (type === 'resource_link') return `[resource link: ${[name, uri].filter((one) => one !== undefined).join(' ')}]`
  if (type === 'resource' && isRecord(resource)) return describeResource(resource)
  return `[${type}: ${[mimeType, sizeOf(data)].filter((one) => one !== undefined).join(', ')}]`
}

function describeResource({ text, blob, uri, mimeType }: Readonly<Record<string, unknown>>): string {
  if (typeof text === 'string') return text
  return `[resource: ${[uri, mimeType, sizeOf(blob)].filter((one) => one !== undefined).join(', ')}]`
}

/** The size of what base64 text means. */
function sizeOf(base64: unknown): string | undefined {
  if (typeof base64 !== 'string') return undefined
  const padding = /={0,2}$/.exec(base64)?.[0].length ?? 0
  return `${Math.max(0, Math.floor((base64.length * 3) / 4) - padding)} bytes`
}
