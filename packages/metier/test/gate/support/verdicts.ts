/** Small scripts as tests write them, and the rules that they break. */

import type { Example } from '../../../src/gate/rule.js'
import { scanExample } from './scanning.js'

export const shell = (text: string) => `\`\`\`bash\n${text}\n\`\`\`\n`
export const python = (text: string): Example => ({ 'SKILL.md': 'Run `python3 a.py`.\n', 'a.py': `${text}\n` })
export const script = (text: string): Example => ({ 'SKILL.md': 'Run `node a.mjs`.\n', 'a.mjs': `${text}\n` })

export async function blockedBy(example: Example): Promise<readonly string[]> {
  const { findings } = await scanExample(example)
  return findings.filter(({ severity }) => severity === 'block').map(({ rule }) => rule)
}

export async function raised(example: Example): Promise<readonly string[]> {
  const { findings } = await scanExample(example)
  return findings.filter(({ severity }) => severity !== 'note').map(({ rule, message }) => `${rule} ${message}`)
}
