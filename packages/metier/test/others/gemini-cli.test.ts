import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SkillManager } from '../../src/index.js'
import { openManager } from '../support/managing.js'
import { temporaryFolder } from '../support/temporary.js'
import { expectAsRecorded, named } from './comparison.js'
import { LOADINGS, type LoadedSkill, type Loading } from './gemini-cli-cases.js'

/** What a manager knows, as far as the case looks. */
async function describeLoading(manager: SkillManager, { skills, isReported }: Loading): Promise<Loading> {
  const hasBody = skills.some(({ body }) => body !== undefined)
  const loaded: LoadedSkill[] = []
  for (const skill of manager.getSkills()) {
    const { name, description } = skill
    loaded.push({ name, description, ...(hasBody && { body: await manager.readSkillBody(skill) }) })
  }
  const { diagnostics } = manager.registry
  return { skills: loaded, ...(isReported !== undefined && { isReported: diagnostics.length > 0 }) }
}

test.each(named(LOADINGS))('%s', async (_, comparison) => {
  const path = join(temporaryFolder(comparison.files), comparison.path ?? '.')
  const manager = await openManager({ roots: [{ path }] })
  expectAsRecorded(comparison, await describeLoading(manager, comparison.theirs))
})

test('every case of theirs is here', () => {
  expect(LOADINGS).toHaveLength(15)
})
