import { expect, test } from 'vitest'
import { AGENTS } from '../../src/agents/agents.js'
import { ADMIN_FOLDERS, PERSONAL_FOLDERS, PLAIN_FOLDERS, PROJECT_FOLDERS } from '../../src/agents/skill-folders.js'

test('discovery looks into every project directory that an agent reads', () => {
  const known = new Set([...PROJECT_FOLDERS, ...PLAIN_FOLDERS].map(({ path }) => path))
  const read = AGENTS.flatMap(({ folders }) => folders?.project ?? [])
  expect([...new Set(read)].filter((path) => !known.has(path))).toEqual([])
})

test('and into every personal one, and those of an administrator', () => {
  const known = new Set(
    PERSONAL_FOLDERS.flatMap(({ path, variable }) => [path, ...(variable ? [`${variable}/skills`] : [])]),
  )
  const plain = (path: string) => path.replace('$XDG_CONFIG_HOME', '.config').replace(/^(?:~\/|\$)/, '')
  const read = AGENTS.flatMap(({ folders }) => folders?.personal.map(plain) ?? [])
  expect([...new Set(read)].filter((path) => !known.has(path))).toEqual([])
  expect(AGENTS.flatMap(({ folders }) => folders?.admin ?? [])).toEqual(ADMIN_FOLDERS)
})
