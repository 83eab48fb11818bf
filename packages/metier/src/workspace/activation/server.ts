/** MCP servers of skills, as a workspace sees them. The function that starts one is passed in. */

import type { Result } from '../../skill/failure.js'
import type { JsonSchema } from '../../skill/json-schema.js'
import type { ServerError } from '../tools/server-answer.js'
import type { ToolClient } from '../tools/tool-client.js'

/** A server to start, or to reach by URL. */
export interface ServerRequest {
  /** The name of the server in `tools.yaml`. */
  readonly name: string
  /** The program and its arguments, in a sandbox those of the sandbox; left out for a server that is reached by URL. */
  readonly command?: readonly string[]
  /** The same command as `tools.yaml` has it, for the question to the user. */
  readonly written?: readonly string[]
  /** The address of the server, if it is not a program. */
  readonly url?: string
  /** Headers for that address, with the values of their variables: some are secrets. */
  readonly headers?: Readonly<Record<string, string>>
  /** OAuth client credentials for that address. */
  readonly oauth?: ServerCredentials
  /** The user signs in to that address with a browser. */
  readonly signIn?: ServerSignIn
  /** What is sent to the address, for the question to the user: names of variables, and that the user is signed in. */
  readonly sends?: readonly string[]
  /** The tools to take from it; all of them if left out. */
  readonly tools?: readonly string[]
  /** The directory that the program runs in. */
  readonly cwd: string
  /** Every environment variable that the program gets. */
  readonly environment: Readonly<Record<string, string>>
  /** How long the server may take to start and list its tools. */
  readonly startMilliseconds: number
  /** How long a call of one of its tools may take without a sign of progress. */
  readonly callMilliseconds: number
  /** How long a call may take with progress; ten times as long if left out. */
  readonly longestCallMilliseconds?: number
  /** The client of the conversation, if the server can talk to it before its tools are called. */
  readonly client?: ToolClient | undefined
}

/** OAuth client credentials of a server. */
interface ServerCredentials {
  /** The only authorization server that gets the secret. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
}

/** How the user signs in to a server, and where that is kept. */
export interface ServerSignIn {
  /** The skill, as the user names it. */
  readonly skill: string
  /** The skill that the sign-in belongs to: another skill of the same name has another. */
  readonly owner: string
  /** The directory with the user's sign-ins; undefined if there is no home directory. */
  readonly folder: string | undefined
  /** The only authorization server to use; the one that the server names if left out. */
  readonly issuer?: string | undefined
  /** Metier registers itself if left out. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly scopes: readonly string[]
}

/** A tool as its server describes it. */
export interface ServerTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  /** Everything else that the server says about it, for MCP clients. */
  readonly listing?: Readonly<Record<string, unknown>> | undefined
}

/** What a server may offer besides tools. */
export type ServerFeature = 'prompts' | 'resources' | 'completions' | 'subscriptions' | 'logging'

/** The requests about it, in the form of MCP. */
export type ServerMethod =
  | 'prompts/list'
  | 'prompts/get'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'completion/complete'
  | 'logging/setLevel'

/** A request about what a server offers besides tools. */
export interface ServerQuery {
  readonly method: ServerMethod
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

/** The answer to a request: its result, or an error of the protocol. */
export type ServerReply = { readonly result: Readonly<Record<string, unknown>> } | { readonly error: ServerError }

/** What a server says has changed: one of its lists, or a resource that was subscribed to. */
export type ServerChange = { readonly list: 'tools' | 'prompts' | 'resources' } | { readonly uri: string }

/** A server that has started. */
export interface RunningServer {
  readonly tools: readonly ServerTool[]
  /** What it offers besides tools; nothing if left out. */
  readonly offers?: ReadonlySet<ServerFeature> | undefined
  /** Answers a request about what it offers. */
  ask?(query: ServerQuery, signal: AbortSignal, client?: ToolClient): Promise<Result<ServerReply>>
  /** Calls back after each change, until the server has ended. */
  onChange?(listener: (change: ServerChange) => void): void
  /** Lists its tools again. */
  listTools?(): Promise<Result<readonly ServerTool[]>>
  /**
   * Calls a tool. The result is its answer, or why there is none. An answer that is to reach MCP clients whole is a
   * `ServerAnswer`; any other value counts as the result. `client` is the client that called.
   */
  call(tool: string, params: unknown, signal: AbortSignal, client?: ToolClient): Promise<Result<unknown>>
  /** The last lines that the server wrote to stderr. */
  stderr(): string
  /** Resolves when the server has ended, for any reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Starts a server and lists its tools. If it fails, nothing is left running. */
export type StartServer = (request: ServerRequest, signal?: AbortSignal) => Promise<Result<RunningServer>>
