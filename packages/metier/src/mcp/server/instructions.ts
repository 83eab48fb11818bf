/** What a model reads about the server before it asks for anything: what skills are for, and which ones there are. */

import { setTimeout as wait } from 'node:timers/promises'
import { CAREFUL_LENGTH } from '../../agents/client-limits.js'
import { type DescribeRest, listWithin } from '../../contracts/short-list.js'
import type { SkillListEntry } from '../../contracts/skill-list.js'
import type { BuiltInTool } from '../../tools/built-in-tool.js'
import type { Introduction } from './build-server.js'

const SKILLS = 'Skills are instructions for special tasks.'
const BROUGHT =
  '`skills` finds and explains them. The tools of a skill appear once it is active, and `call_skill_tool` reaches them in any client.'

/**
 * Explains the tools of a server and lists skills, the given order first. Every known client passes on this much; what a client
 * does is not known before it has read this.
 */
export function composeInstructions(tools: readonly BuiltInTool[], skills: readonly SkillListEntry[]): string {
  const hasConversations = tools.some(({ isPerConversation }) => isPerConversation)
  const takes = hasConversations ? 'activate it' : `call \`${tools[0]?.name}\` with its name`
  const when = `When a task matches the description of a skill, ${takes} and follow the instructions it returns.`
  const opening = [SKILLS, when, ...(hasConversations ? [BROUGHT] : [])].join(' ')
  if (skills.length === 0) return opening
  const lines = [opening, '', 'Skills:']
  const room = CAREFUL_LENGTH - lines.join('\n').length - 1
  return [...lines, ...listWithin(skills, room, describeRest(tools))].join('\n')
}

/** Names the tool that finds the other skills, if the server has one. */
export function describeRest(tools: readonly BuiltInTool[]): DescribeRest {
  const isSearchable = tools.some(({ name }) => name === 'skills')
  return (left) => (isSearchable ? `and ${left} more: call \`skills\` with action "search"` : `and ${left} more`)
}

/** How long a client waits for the skills at most. Then it gets the instructions without them. */
const LONGEST_MILLISECONDS = 3_000

/** The skills that instructions are made from. */
export interface DescribedSkills {
  /** Resolves when the skills are known. */
  ready(): Promise<void>
  instructions(): string
}

/** Composes the instructions for a client that connects now. A failure to find skills is reported, and none are listed. */
export async function describeSkills(
  { tools, reportError }: Pick<Introduction, 'tools' | 'reportError'>,
  open: () => Promise<DescribedSkills>,
): Promise<string> {
  try {
    const skills = await open()
    const isReady = await waitAtMost(LONGEST_MILLISECONDS, skills.ready())
    return isReady ? skills.instructions() : composeInstructions(tools, [])
  } catch (error) {
    reportError(error)
    return composeInstructions(tools, [])
  }
}

/** Whether something ended in time. Ends the timer with it: a server without sessions gets here with each request. */
async function waitAtMost(milliseconds: number, ending: Promise<void>): Promise<boolean> {
  const over = new AbortController()
  const late = wait(milliseconds, false, { ref: false, signal: over.signal })
  try {
    return await Promise.race([ending.then(() => true), late])
  } finally {
    over.abort()
  }
}
