/** Skills of a few lines of prose and one construct, and what the scan says of them. */

import type { Example } from '../../../src/gate/rule.js'
import { scanExample } from './scanning.js'

const PROSE = 'This skill helps with everyday chores in a project.\n\n'

export const fence = (tag: string, text: string): string => `${PROSE}\`\`\`${tag}\n${text}\n\`\`\`\n`
export const shell = (text: string): string => fence('bash', text)
export const inline = (text: string): string => `${PROSE}First run \`${text}\` in the project.\n`
export const raw = (text: string): string => `${PROSE}${text}\n`
export const file = (path: string, text: string): Example => ({
  'SKILL.md': `${PROSE}Run \`${path}\`.\n`,
  [path]: text,
})

/** Each with a name that fits a line. */
export function named(list: readonly Example[]): readonly (readonly [string, Example])[] {
  return list.map((example) => [
    JSON.stringify(example).replace(JSON.stringify(PROSE).slice(1, -1), '').slice(0, 160),
    example,
  ])
}

export async function verdictOn(example: Example): Promise<string> {
  return (await scanExample(example)).verdict
}
