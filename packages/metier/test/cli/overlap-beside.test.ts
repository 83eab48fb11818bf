import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

const INVOICES = skillText('invoice-maker', 'Create invoices for customers as PDF files, with tax and due dates.')
const BILLS = skillText('invoice-mailer', 'Write invoices for customers with tax, due dates and payment reminders.')

test('a skill that is named by its directory is compared with those next to it', async () => {
  const machine = metier.create({ 'skills/invoice-maker/SKILL.md': INVOICES, 'skills/invoice-mailer/SKILL.md': BILLS })
  const { code, stdout, stderr } = await runMetier(machine, 'overlap', join('skills', 'invoice-maker'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('1 pair of skills overlaps')
})

test('a skill without others says that there is nothing to compare', async () => {
  const machine = metier.create({ 'skills/invoice-maker/SKILL.md': INVOICES })
  const alone = await runMetier(machine, 'overlap', join('skills', 'invoice-maker'))
  expect(alone.stderr).toContain('nothing to compare: there is no other skill here')
  const empty = await runMetier(metier.create(), 'overlap')
  expect(empty.stderr).toContain('nothing to compare: no skills found')
})
