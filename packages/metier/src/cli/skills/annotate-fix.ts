import { type SkillLack, suggestFixes } from '../../manager/details/suggest-fixes.js'

/** Commands that provide missing requirements, each on a line to copy, with its remark as a comment. */
export function helpFor(skill: SkillLack): readonly string[] {
  return suggestFixes(skill).map(({ command, remark }) => (remark === undefined ? command : `${command}  # ${remark}`))
}
