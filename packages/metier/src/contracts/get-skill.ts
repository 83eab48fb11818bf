/** The `get_skill` contract: the documentation of a skill, or why it cannot be read. */

/** Why a document cannot be read, in the order of the checks. */
export type DocumentRefusal = 'folder_missing' | 'file_missing' | 'unreadable' | 'too_large' | 'not_text'

/** The text of a skill's main file, or why it was not read. */
export type DocumentResult = { readonly text: string } | { readonly refusal: DocumentRefusal }

/** What `get_skill` returns. */
export type GetSkillResult =
  | { readonly skill_name: string; readonly documentation: string }
  | { readonly error: string }

/** The message that goes back into the conversation. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly tool_call_id: string
  readonly name: 'get_skill'
  readonly content: string
}

/** Renders the documentation, or the contract's error. */
export function renderDocument(name: string, reading: DocumentResult): GetSkillResult {
  return 'text' in reading
    ? { skill_name: name, documentation: reading.text }
    : { error: ERRORS[reading.refusal](name) }
}

const ERRORS: Readonly<Record<DocumentRefusal, (name: string) => string>> = {
  folder_missing: (name) => `Skill '${name}' not found in skills folder`,
  file_missing: (name) => `SKILL.MD not found for skill '${name}'`,
  unreadable: (name) => `Permission denied reading SKILL.MD for skill '${name}'`,
  too_large: (name) => `SKILL.MD too large (>1MB) for skill '${name}'`,
  not_text: (name) => `SKILL.MD contains invalid UTF-8 for skill '${name}'`,
}

export function renderInvalidName(name: string): GetSkillResult {
  return { error: `Invalid skill name: '${name}'. Skill names must not contain '/', '\\', or '..'` }
}

export function renderBreakdown(message: string): GetSkillResult {
  return { error: `Error reading SKILL.MD: ${message}` }
}

export function renderMalformedCall(): GetSkillResult {
  return { error: 'Invalid arguments: expected a JSON object with skill_name' }
}

/** Renders a result as a message of the conversation. */
export function renderToolMessage(id: string, result: GetSkillResult): ToolMessage {
  return { role: 'tool', tool_call_id: id, name: 'get_skill', content: JSON.stringify(result) }
}
