import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSkillEvals } from '../../../src/manager/routing/skill-evals.js'
import { temporaryFolder } from '../../support/temporary.js'

test('a skill without a folder of tests has none, also where a file has its name', () => {
  for (const files of [{}, { 'pdf/evals': 'notes' }]) {
    expect(readSkillEvals({ name: 'pdf', skillPath: join(temporaryFolder(files), 'pdf') })).toEqual([])
  }
})
