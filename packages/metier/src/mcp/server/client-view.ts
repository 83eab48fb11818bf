/** What the model of a client sees of a server before it calls anything: our texts, with the client's cuts. */

import { findAgent } from '../../agents/agents.js'
import { limitsOfAgent, type TextLimits } from '../../agents/client-limits.js'
import { loadSdk } from '../sdk.js'
import { createPinnedConversation } from './conversation.js'
import { createOffering } from './offering.js'
import type { McpServerOptions } from './options.js'
import { createToolList } from './tool-list.js'

/** A tool as a client's model sees it. */
interface ViewedTool {
  /** With the client's prefix, if it is known. */
  readonly name: string
  /** Undefined if the model must search for the tool to see it. */
  readonly description: string | undefined
}

/** The first prompt of a client, as far as a server writes it. */
export interface ClientView {
  /** Undefined if the model never sees them. */
  readonly instructions: string | undefined
  readonly tools: readonly ViewedTool[]
}

/** What a server sends. */
interface SentTexts {
  readonly instructions: string
  readonly tools: readonly SentTool[]
}

interface SentTool {
  readonly name: string
  readonly description?: string | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

/**
 * What a server over these options looks like to the model of an agent, in its newest version unless another is given; to that of an
 * unknown client without one.
 */
export async function viewServer(
  options: McpServerOptions,
  agent: string | undefined,
  version?: string,
): Promise<ClientView> {
  const sdk = await loadSdk()
  const offering = createOffering(sdk, { ...options, watch: false })
  const conversations = createPinnedConversation(() => offering.createConversation(() => undefined))
  try {
    await offering.ready()
    const limits = limitsOfAgent(agent === undefined ? undefined : findAgent(agent), version)
    const place = { principal: 'view', activation: undefined, session: undefined }
    const tools = await createToolList(offering, conversations).list(place, limits)
    return cutTexts({ instructions: offering.instructions(), tools }, limits)
  } finally {
    await conversations.close()
    await offering.close()
  }
}

/** Does to the texts what the client does. */
function cutTexts({ instructions, tools }: SentTexts, limits: TextLimits): ClientView {
  return {
    instructions: limits.instructions === 0 ? undefined : cut(instructions, limits.instructions),
    tools: tools.slice(0, limits.tools).map((tool) => ({
      name: `${limits.prefix ?? ''}${tool.name}`,
      description: isShown(tool, limits) ? cut(tool.description ?? '', limits.description) : undefined,
    })),
  }
}

function isShown(tool: SentTool, { isDeferring, showsMarked }: TextLimits): boolean {
  return isDeferring !== true || (showsMarked === true && tool._meta?.['anthropic/alwaysLoad'] === true)
}

const CUT = '… [truncated]'

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}${CUT}`
}
