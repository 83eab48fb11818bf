/** The neovate contract: a skill's body as two messages of a conversation. */

import { escapeXml } from '../registry/catalogue.js'

/** What the neovate `skill` tool returns. */
export interface SkillToolResult {
  readonly llmContent: string
  readonly returnDisplay?: string
  readonly isError?: boolean
}

/** A skill to add to a conversation. */
export interface SkillMessage {
  readonly name: string
  /** The skill's directory, with forward slashes. */
  readonly baseDirectory: string
  readonly body: string
}

/** Renders the visible command, and the instructions that only the model sees. */
export function renderSkillMessages({ name, baseDirectory, body }: SkillMessage): SkillToolResult {
  const shown = escapeXml(name)
  const command = `<command-message>${shown} is running…</command-message>\n<command-name>${shown}</command-name>`
  const prompt = `Base directory for this skill: ${baseDirectory}\n\n${body}`
  const messages = [
    { type: 'text', text: command },
    { type: 'text', text: prompt, isMeta: true },
  ]
  return { llmContent: JSON.stringify(messages), returnDisplay: `Loaded skill: ${name}` }
}

export function renderUnknownSkill(name: string): SkillToolResult {
  return renderFailure(`Skill "${name}" not found`)
}

export function renderFailure(llmContent: string): SkillToolResult {
  return { isError: true, llmContent }
}
