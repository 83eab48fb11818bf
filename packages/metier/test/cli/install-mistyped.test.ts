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
