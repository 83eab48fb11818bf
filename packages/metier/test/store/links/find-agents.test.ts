import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findAgents } from '../../../src/store/links/find-agents.js'
import { temporaryFolder, writeFiles } from '../../support/temporary.js'

test('an agent that is a library counts only in a project that depends on it', () => {
  const home = temporaryFolder()
  const workdir = temporaryFolder({ 'agent/': '', 'package.json': '{"dependencies":{"evergreen":"1"}}' })
  const found = () => findAgents({ home, variable: () => undefined }, workdir).map(({ id }) => id)
  // Whatever the machine itself shows, such as /etc/codex, is not the project's.
  expect(found()).not.toContain('eve')
  writeFiles(workdir, { 'package.json': '{"devDependencies":{"eve":"^1"}}' })
  expect(found()).toContain('eve')
  expect(findAgents({ home, variable: () => undefined }, join(workdir, 'agent')).map(({ id }) => id)).not.toContain(
    'eve',
  )
})
