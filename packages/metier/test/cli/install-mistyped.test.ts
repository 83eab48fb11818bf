import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

test('a mistyped name of a source with several skills gets the nearest one', async () => {
  const machine = metier.create({
    'offered/pdf-pages/SKILL.md': skillText('pdf-pages', 'Reads PDF files'),
    'offered/docx/SKILL.md': skillText('docx', 'Reads documents'),
  })
  const { code, stderr } = await runMetier(machine, 'install', './offered', 'pdf-page')
  expect(code).toBe(1)
  expect(stderr).toContain("Did you mean 'pdf-pages'?")
})

test('a name before its source is noticed, with the command in the right order', async () => {
  const machine = metier.create({ 'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
  const { code, stderr } = await runMetier(machine, 'install', 'pdf', './offered', '--project')
  expect(code).toBe(2)
  expect(stderr).toContain('The source comes first:\n  metier install ./offered pdf --project\n')
})
