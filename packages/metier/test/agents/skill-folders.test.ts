import { expect, test } from 'vitest'
import { AGENTS } from '../../src/agents/agents.js'
import { PROJECT_FOLDERS } from '../../src/agents/skill-folders.js'

test('discovery looks into every project directory that an agent reads', () => {
  const known = new Set(PROJECT_FOLDERS.map(({ path }) => path))
  const read = AGENTS.flatMap(({ folders }) => folders?.project ?? []).filter((path) => path.startsWith('.'))
  expect([...new Set(read)].filter((path) => !known.has(path))).toEqual([])
})
