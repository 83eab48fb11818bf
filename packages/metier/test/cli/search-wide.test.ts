/** Skills in Chinese and Japanese, as `search` and `info` show them. */

import { expect, test } from 'vitest'
import { measureText } from '../../src/skill/text/columns.js'
import { runJson, skillText, useMetier } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const LONG = '将会议记录整理为正式的商务邮件，并根据收件人的职位自动调整敬语等级，'.repeat(5)

test.each([50, 80])('a long description without spaces keeps its indentation at %i columns', async (columns) => {
  const machine = metier.create({ '.agents/skills/mail-zh/SKILL.md': skillText('mail-zh', LONG) })
  const found = await runAtTerminal(machine, ['search', '邮件'], { columns })
  const described = found.lines.filter((line) => /[\u4e00-\u9fff]/.test(line) && !line.includes('matched'))
  expect(described).toHaveLength(2)
  expect(described.every((line) => line.startsWith('  ') && measureText(line) <= columns)).toBe(true)
  expect(described[1]).toMatch(/…$/)
  expect(described[1]).not.toMatch(/^ *，/)
  const shown = await runAtTerminal(machine, ['info', 'mail-zh'], { columns })
  expect(shown.lines.every((line) => !/[\u4e00-\u9fff]/.test(line) || measureText(line) <= columns)).toBe(true)
})

test('a word of one language does not find the same letters of another', async () => {
  const machine = metier.create({
    '.agents/skills/keigo-mail/SKILL.md': `${skillText('keigo-mail', 'ビジネスメールを敬語で書く')}\n宛先の部署と役職を確認します。\n`,
  })
  expect(await runJson(machine, 'search', 'release')).toMatchObject({ count: 0 })
  expect(await runJson(machine, 'search', '部署')).toMatchObject({ count: 1 })
})
