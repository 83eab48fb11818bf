import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSkillFile } from '../../../src/index.js'
import { openRoot } from '../../support/managing.js'

const TEXT = `---
name: pdf
description: Reads PDF files
version: 1.0
metadata:
  author: Ada
  version: 1.0
  build: 007
  weight: 1e3
  internal: true
  openclaw:
    emoji: x
    level: 2
---
Read it.
`

test('numbers in metadata are the texts that their author wrote, for hosts and in a parsed file', async () => {
  const { skills, root } = await openRoot({ 'pdf/SKILL.md': TEXT })
  const metadata = {
    author: 'Ada',
    version: '1.0',
    build: '007',
    weight: '1e3',
    internal: true,
    openclaw: { emoji: 'x', level: 2 },
  }
  expect((await skills.loadSkill('pdf'))?.frontmatter.metadata).toEqual(metadata)
  expect(parseSkillFile(join(root, 'pdf/SKILL.md')).frontmatter).toMatchObject({ version: 1, metadata })
})
