/** One conversation: what its model was given, which skills are active in it, and the tools that they brought. */

import { type ActivateSkillTool, createActivateSkillTool } from '../../tools/activate-skill.js'
import { VirtualWorkspace } from '../../workspace/virtual-workspace.js'
import type { VirtualWorkspaceOptions } from '../../workspace/workspace-options.js'

export interface Conversation {
  readonly workspace: VirtualWorkspace
  /** Gives the instructions, and remembers which were given. */
  readonly instructions: ActivateSkillTool
  /** Ends what was started for it. */
  close(): Promise<void>
}

export interface ConversationOptions extends VirtualWorkspaceOptions {
  readonly skillManager: NonNullable<VirtualWorkspaceOptions['skillManager']>
  /** Called after tools came or went. */
  readonly onToolsChanged: () => void
}

/** Over MCP several skills may be active at once: a client may well have several tasks. */
export function createConversation({ onToolsChanged, ...options }: ConversationOptions): Conversation {
  const workspace = new VirtualWorkspace({ ...options, mode: 'multi' })
  workspace.setOnToolAvailabilityChange(onToolsChanged)
  return {
    workspace,
    instructions: createActivateSkillTool({ skillManager: options.skillManager }),
    close: async () => {
      workspace.setOnToolAvailabilityChange(undefined)
      await workspace.close()
    },
  }
}

/** The skills that were asked for in a workspace, the latest last. */
export function activeNames({ skillManager }: VirtualWorkspace): readonly string[] {
  return skillManager.getActiveSkills().map(({ name }) => name)
}

/** Who asks, and in which conversation, as far as a request tells. */
export interface RequestPlace {
  readonly principal: string
  /** The handle that `activate_skill` gave out. */
  readonly activation: string | undefined
  /** A key that the client chose for everything it sends. */
  readonly session: string | undefined
}

/** Where conversations are found: one for a connection, or many by key where requests come without one. */
export interface Conversations {
  /** Whether a request must name its conversation. */
  readonly isKeyed: boolean
  find(place: RequestPlace): Conversation | undefined
  /** For a skill that is to become active: the conversation it belongs to, a new one where there is none. */
  begin(place: RequestPlace): Begun
}

export interface Begun {
  readonly conversation: Conversation
  /** What later requests name it by. */
  readonly handle: string | undefined
  /** Ends one that was begun for nothing; only where nobody else can have come upon it. */
  readonly takeBack?: () => Promise<void>
}

/** The one conversation of a connection, made when it is first needed. */
export function createPinnedConversation(create: () => Conversation): Conversations & { close(): Promise<void> } {
  let only: Conversation | undefined
  return {
    isKeyed: false,
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
