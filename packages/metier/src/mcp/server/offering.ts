/** What one process offers over MCP to all of its clients: the tools, the consent, and the notifications. */

import { resolve } from 'node:path'
import type { SkillManager } from '../../manager/skill-manager.js'
import type { OfferableTool, ToolDefinition } from '../../tools/agent-tool.js'
import type { BuiltInTool, ToolsOptions } from '../../tools/built-in-tool.js'
import type { Delivery } from '../../tools/workspace-tools.js'
import type { StartServer } from '../../workspace/activation/server.js'
import { readPolicy } from '../../workspace/permission/policy.js'
import { createPotentialTools, type PotentialTool } from '../../workspace/skill-tools/potential-tools.js'
import type { Sdk } from '../sdk.js'
import { type Consent, createConsent } from './activation/consent.js'
import { type KeptActivations, openKeptActivations } from './activation/kept-activations.js'
import { type ClientCalls, createClientCalls } from './calls/client-calls.js'
import { createCatalogue } from './catalogue.js'
import type { Announcer } from './changes/announce.js'
import { createNews } from './changes/news.js'
import { type Conversation, type ConversationChange, createConversation } from './conversation.js'
import type { McpServerOptions } from './options.js'
import { toolsOf, USUAL_PROFILE } from './profiles.js'
import { createProgressReports, type ProgressReports, withProgress } from './progress.js'
import { type ClientModels, createSampling } from './sampling.js'

/** What the clients of one process share. */
export interface ServerOffer {
  readonly sdk: Sdk
  readonly skillManager: SkillManager
  readonly delivery: Delivery
  /** The tools that are always offered, in list order. */
  readonly builtInTools: readonly BuiltInTool[]
  /** The tools that are the same in every conversation. */
  readonly sharedTools: ReadonlyMap<string, OfferableTool>
  readonly consent: Consent
  readonly calls: ClientCalls
  readonly sampling: ClientModels
  readonly progress: ProgressReports
  /** What is active beyond the end of the process; undefined if nothing is kept. */
  readonly kept: KeptActivations | undefined
  /** The definition of `activate_skill`, with a description of at most so many characters. */
  defineActivation(characters: number): ToolDefinition | undefined
  /** What a model reads about the server, with the skills of this moment. */
  instructions(): string
  /** The tools that skills would add if they were active. */
  findPotentialTools(): Promise<ReadonlyMap<string, PotentialTool>>
  /** Resolves when skills have been discovered, which the first call starts. */
  ready(): Promise<void>
  /** Creates a conversation over the same skills. */
  createConversation(onChange: (change: ConversationChange) => void): Conversation
  /** Announces what has changed since the last announcement. */
  noticeChanges(): void
  /** Announces every change until the returned function is called. */
  subscribe(announcer: Announcer): () => void
  close(): Promise<void>
}

/** Creates the offer from the options of a server. */
export function createOffering(sdk: Sdk, options: McpServerOptions): ServerOffer {
  const { skillManager, skills = [], profile = USUAL_PROFILE, delivery = 'toggle', watch = true } = options
  const { policy, startServer = startLazily, workdir, onMetrics, countUses } = options
  const consent = createConsent(sdk, () => readPolicy(skillManager.configured().policy).policy.allow ?? [])
  const calls = createClientCalls(sdk, consent)
  const sampling = createSampling(sdk)
  const progress = createProgressReports()
  const subscribers = new Set<Announcer>()
  const live = createLiveConversations(skillManager)
  const tellAll = (speak: (announcer: Announcer) => void) => {
    for (const announcer of subscribers) speak(announcer)
  }
  const news = createNews(skillManager, tellAll, live.endDisabled)
  const getReady = once(async () => {
    await skillManager.ready()
    news.notice()
    if (watch) news.watch()
  })
  const builtInTools = toolsOf(profile)
  const catalogue = createCatalogue({ skillManager, skills, tools: builtInTools, countUses })
  return {
    sdk,
    skillManager,
    delivery,
    builtInTools,
    sharedTools: createSharedTools(builtInTools, {
      skillManager: withProgress(skillManager, progress, sampling.model),
      approve: consent.approve,
    }),
    consent,
    calls,
    sampling,
    progress,
    kept: openKept(options),
    defineActivation: catalogue.defineActivation,
    instructions: catalogue.instructions,
    findPotentialTools: createPotentialTools({ skillManager, skills, workdir: resolve(workdir ?? '.') }),
    ready: getReady,
    createConversation: (onChange) =>
      live.add(
        createConversation({
          sdk,
          skillManager,
          skills,
          approve: consent.approve,
          // Lists without what skills bring do not change, and clients that reload them would do so for nothing.
          onChange: (change) => (delivery !== 'dispatch' || 'uri' in change) && onChange(change),
          reservedNames: builtInTools.map(({ name }) => name),
          ...(policy !== undefined && { policy }),
          startServer,
          ...(onMetrics !== undefined && { onMetrics }),
          ...(workdir !== undefined && { workdir }),
        }),
      ),
    noticeChanges: () => news.notice(),
    subscribe: (announcer) => {
      subscribers.add(announcer)
      return () => {
        subscribers.delete(announcer)
        announcer.close()
      }
    },
    close: async () => {
      news.close()
      calls.close()
      for (const announcer of subscribers) announcer.close()
      subscribers.clear()
    },
  }
}

function openKept({ activationsFolder: folder, workdir = '.' }: McpServerOptions): KeptActivations | undefined {
  return folder === undefined ? undefined : openKeptActivations({ folder, workdir: resolve(workdir) })
}

/** The client for servers of skills is loaded when the first of them is started. */
const startLazily: StartServer = async (request, signal) => {
  const { startServer } = await import('../host/start-server.js')
  return startServer(request, signal)
}

function createSharedTools(tools: readonly BuiltInTool[], options: ToolsOptions): ReadonlyMap<string, OfferableTool> {
  const shared = tools.filter(({ isPerConversation }) => !isPerConversation)
  return new Map(shared.flatMap(({ name, create }) => (create === undefined ? [] : [[name, create(options)]])))
}

/** The conversations that have not ended. The tools of a skill that is disabled leave them; its calls are refused in any case. */
function createLiveConversations(skillManager: SkillManager) {
  const conversations = new Set<Conversation>()
  return {
    add: (conversation: Conversation): Conversation => {
      conversations.add(conversation)
      return {
        ...conversation,
        close: () => {
          conversations.delete(conversation)
          return conversation.close()
        },
      }
    },
    endDisabled: () => {
      for (const { workspace } of conversations) {
        for (const { name } of workspace.skillManager.getActiveSkills()) {
          const resolution = skillManager.resolve(name)
          if (resolution.ok || resolution.failure.code !== 'skill_disabled') continue
          workspace.deactivateSkill(name).catch(() => undefined)
        }
      }
    },
  }
}

/** A failure is reported to the current caller; the next call tries again. */
function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
}
