/** One conversation: which instructions its model has, which skills are active, and their tools. */

import type { TextLimits } from '../../agents/client-limits.js'
import { type ActivateSkillTool, createInstructionsTool } from '../../tools/activate-skill.js'
import { VirtualWorkspace } from '../../workspace/virtual-workspace.js'
import type { VirtualWorkspaceOptions } from '../../workspace/workspace-options.js'
import type { Sdk } from '../sdk.js'
import { type BroughtContents, createBrought } from './brought/brought.js'

/** A conversation with one model. */
export interface Conversation {
  readonly workspace: VirtualWorkspace
  /** Gives instructions, and remembers which the model has. */
  readonly instructions: ActivateSkillTool
  /** The prompts and resources of the servers of active skills. */
  readonly brought: BroughtContents
  /** Called after a skill was activated or deactivated, if the conversation outlives its process. */
  readonly keep?: () => void
  /** Ends everything that was started for it. */
  close(): Promise<void>
}

/** What a conversation starts with. */
export interface ConversationOptions extends VirtualWorkspaceOptions {
  readonly skillManager: NonNullable<VirtualWorkspaceOptions['skillManager']>
  readonly sdk: Sdk
  /** Called after a list or a resource has changed. */
  readonly onChange: (change: ConversationChange) => void
}

/** What has changed in a conversation: a list, or a resource by the URI that the client knows. */
export type ConversationChange = { readonly list: 'tools' | 'prompts' | 'resources' } | { readonly uri: string }

/** Creates a conversation. Over MCP several skills may be active at once, since a client may work on several tasks. */
export function createConversation({ onChange, sdk, ...options }: ConversationOptions): Conversation {
  const workspace = new VirtualWorkspace({ ...options, mode: 'multi' })
  const { servers } = workspace
  const ownNames = () => options.skillManager.registry.eligible.keys()
  const brought = createBrought({ sdk, servers, ownNames })
  workspace.setOnToolAvailabilityChange(() => onChange({ list: 'tools' }))
  servers.setOnChange((change) => onChange('uri' in change ? { uri: brought.shownUri(change) } : change))
  return {
    workspace,
    brought,
    instructions: createInstructionsTool({ skillManager: options.skillManager }),
    close: async () => {
      workspace.setOnToolAvailabilityChange(undefined)
      servers.setOnChange(undefined)
      await workspace.close()
    },
  }
}

/** Who sent a request, and in which conversation, as far as the request says. */
export interface RequestPlace {
  readonly principal: string
  /** The handle that `activate_skill` returned. */
  readonly activation: string | undefined
  /** The key that the client chose for all of its requests. */
  readonly session: string | undefined
  /** Whether the answer to an activation has a handle. */
  readonly takesHandle?: boolean
}

/** Finds conversations: one for a connection, or many by key for requests without a connection. */
export interface Conversations {
  /** Whether a client must be able to name its conversation, since its next request may come without this connection. */
  givesHandles(limits: ConnectionHabits): boolean
  find(place: RequestPlace): Conversation | undefined | Promise<Conversation | undefined>
  /** The conversation that a skill becomes active in; a new one if there is none. */
  begin(place: RequestPlace): Begun
}

/** What is known about how a client connects. */
type ConnectionHabits = Pick<TextLimits, 'agent' | 'opensSessionPerCall'>

/** The conversations of one connection, which ends. */
export interface ConnectionConversations extends Conversations {
  close(): Promise<void>
}

/** A conversation that a skill becomes active in. */
export interface Begun {
  readonly conversation: Conversation
  /** The handle by which later requests name it. */
  readonly handle: string | undefined
  /** Ends a new conversation that turned out to be unnecessary, if no other request can use it. */
  readonly takeBack?: () => Promise<void>
}

/** Creates the one conversation of a connection when it is first needed. */
export function createPinnedConversation(create: () => Conversation): ConnectionConversations {
  let only: Conversation | undefined
  return {
    givesHandles: () => false,
    find: () => only,
    begin: () => {
      only ??= create()
      return { conversation: only, handle: undefined }
    },
    close: async () => {
      const last = only
      only = undefined
      await last?.close()
    },
  }
}
