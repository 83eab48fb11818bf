/** The table of agents in the guide is the table in the code. Written with METIER_UPDATE_DOCS=1. */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AGENTS } from '../../src/agents/agents.js'

const GUIDE = fileURLToPath(new URL('../../../../docs/guides/agents.md', import.meta.url))
const [START, END] = ['<!-- agents -->\n', '<!-- /agents -->']

test('docs/guides/agents.md lists every agent that reads skill directories', () => {
  const text = readFileSync(GUIDE, 'utf8')
  const [before = '', rest = ''] = text.split(START)
  const after = rest.slice(rest.indexOf(END))
  const made = `${before}${START}${composeTable()}${after}`
  if (process.env.METIER_UPDATE_DOCS === '1') writeFileSync(GUIDE, made)
  else expect(text).toBe(made)
})

function composeTable(): string {
  const code = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(', ')
  const rows = AGENTS.flatMap(({ id, title, folders }) => {
    if (folders === undefined) return []
    const { project, personal, admin = [], signs, dependency } = folders
    const found = `${code(signs)}${dependency === undefined ? '' : `, and \`package.json\` names \`${dependency}\``}`
    return [`| \`${id}\` | ${title} | ${code(project)} | ${code([...personal, ...admin])} | ${found} |`]
  })
  return [
    '| Id | Agent | In a project | In your home directory | Found if |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
