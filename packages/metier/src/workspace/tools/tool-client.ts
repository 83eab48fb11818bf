/** The client that a call comes from, as far as a tool can talk to it while the call runs. */

/** What a client can be asked for, with the details that it declared. */
export interface ToolClientCapabilities {
  /** Puts questions to the user. */
  readonly elicitation?: object | undefined
  /** Lets its model answer. */
  readonly sampling?: object | undefined
  /** Names the directories that it works in. */
  readonly roots?: object | undefined
}

/** How far a call is. */
export interface ToolProgress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** A message for the client's log. */
export interface ToolLogMessage {
  readonly level: string
  readonly logger?: string | undefined
  readonly data: unknown
}

/** The requests that a server may send to a client. */
export const CLIENT_METHODS = ['elicitation/create', 'sampling/createMessage', 'roots/list'] as const

/** A request to the client, in the form of MCP. */
export interface ClientQuestion {
  readonly method: (typeof CLIENT_METHODS)[number]
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** The client's answer, or the error of the protocol that says why there is none. */
export type ClientReply =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly data?: unknown }

/** The answers of a client by the keys of the questions. */
export type ClientReplies = Readonly<Record<string, ClientReply>>

/** A client that is connected. */
export interface ToolClient {
  readonly capabilities: ToolClientCapabilities
  /** What the client's request says about itself, for the server: `_meta` without the parts that are meant for us. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** Answers that came with the call, before a server asked. */
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined
  /** The least important log messages that the client wants, if it said so for all of its requests. */
  readonly logLevel?: string | undefined
  /** Whether the client wants to know about progress. */
  readonly wantsProgress: boolean
  report(progress: ToolProgress): void
  log(message: ToolLogMessage): void
  /** Sends requests to the client and waits for all answers. */
  ask(questions: Readonly<Record<string, ClientQuestion>>, signal: AbortSignal): Promise<ClientReplies>
  /** Asks the user for permission in the middle of a call. If left out, the workspace's own way is used. */
  readonly approve?: ((request: ClientPermission) => Promise<boolean>) | undefined
}

/** A permission that is asked for in the middle of a call. */
export interface ClientPermission {
  readonly action: string
  readonly tool: string
  readonly category: string
  readonly skill?: string | undefined
  readonly params?: unknown
  readonly message: string
}
