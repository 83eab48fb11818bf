import { isRecord } from '../skill/unknown-value.js'

/** Why a value cannot be the option `skillManager`; undefined if it can. Programs without types easily forget an `await`. */
export function describeManagerMistake(manager: unknown): string | undefined {
  if (isRecord(manager) && 'getAvailableSkills' in manager) return undefined
  if (manager instanceof Promise) return "'skillManager' is a promise. Write 'await SkillManager.open()'"
  return "'skillManager' must be a SkillManager"
}
