/** What Metier knows of a program that reads skills, or that asks an MCP server for them. */

/** Where an agent looks for skills, and how much of a server's texts its model sees. */
export interface Agent {
  /** The name that the command line takes. Other installers use the same one. */
  readonly id: string
  readonly title: string
  /** Left out if the agent reads no skill directory. */
  readonly folders?: AgentFolders
  /** Left out if nothing is known of it as an MCP client. */
  readonly client?: ClientLimits
}

/** The skill directories that an agent reads, as templates (folder-template.ts). */
interface AgentFolders {
  /** Below a project, the agent's own first: that is the place for a link. */
  readonly project: readonly string[]
  readonly personal: readonly string[]
  /** Directories for everybody on the machine, which an administrator writes. */
  readonly admin?: readonly string[]
  /** The agent is installed if one of these exists. One that starts with `./` is in the project. Without any, it has to be named. */
  readonly signs: readonly string[]
  /** A package that the project must depend on as well. */
  readonly dependency?: string
  /** Platforms on which the agent does not follow links, as Node names them. */
  readonly copiesOn?: readonly string[]
  /** True if a project gets the agent's directory even if it has none. */
  readonly isCreatedInProjects?: boolean
  /** True if others use the project directory's name too, such as `skills`: it is never created. */
  readonly isSharedName?: boolean
}

/** How an MCP client treats a server's texts. Lengths are in characters; one that is left out is not known. */
export interface ClientLimits {
  /** Beginnings of `clientInfo.name`, in lower case with hyphens for spaces. */
  readonly names: readonly string[]
  /** The length at which a tool's description is cut. */
  readonly description?: number
  /** The length at which the server's instructions are cut; 0 if the model never sees them. */
  readonly instructions?: number
  /** Versions before this one cut earlier. */
  readonly before?: { readonly version: string; readonly description: number; readonly instructions: number }
  /** The longest name of a tool, prefix included. */
  readonly toolName?: number
  /** What the client puts before a tool's name. */
  readonly prefix?: string
  /** The characters that count with a tool's name, if the prefix itself is not known. */
  readonly prefixLength?: number
  /** The number of tools it takes. */
  readonly tools?: number
  /** True if tools are not in the first prompt: the model searches for them. */
  readonly isDeferring?: boolean
  /** True if tools that are marked with `anthropic/alwaysLoad` are in the first prompt all the same. */
  readonly showsMarked?: boolean
  /** True if the client asks for the tools again after `tools/list_changed`. */
  readonly followsChanges?: boolean
  /** True if it takes the first page of tools only. */
  readonly takesFirstPage?: boolean
  /** True if every call comes in a session of its own: a new process, or a new session over HTTP. */
  readonly opensSessionPerCall?: boolean
  /** True if a call fails that ends with a question for the user (`input_required`), although the client declares elicitation. */
  readonly failsAtQuestions?: boolean
}

/** The length for a client that cuts no description. It is ours to keep short: the model reads it with every prompt. */
export const UNCUT = 8192
