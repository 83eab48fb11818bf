import { expect, test } from 'vitest'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

test('says how many problems --fix fixes, and with --fix what was wrong', async () => {
  const machine = metier.create({ 'skills/pdf/SKILL.md': skillText('other', 'Reads PDF files') })
  const before = await runMetier(machine, 'validate', 'skills', '--strict')
  expect(before.stdout).toContain('1 problem can be fixed:\n  metier validate skills --strict --fix\n')
  const { stdout } = await runMetier(machine, 'validate', 'skills', '--fix')
  expect(stdout).toContain("  was: The name 'other' differs from its folder 'pdf'")
  expect((await runMetier(machine, 'validate', 'skills')).stdout).not.toContain('--fix')
})

test('the description of a frontmatter that is not closed is not called missing', async () => {
  const machine = metier.create({ 'pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files\n\nRead it.\n' })
  const { stdout } = await runMetier(machine, 'validate', 'pdf', '--json')
  const codes = JSON.parse(stdout).skills[0].diagnostics.map(({ code }: { code: string }) => code)
  expect(codes).toContain('frontmatter_unclosed')
  expect(codes).not.toContain('description_missing')
})

test('a version at the top level says where other clients expect it', async () => {
  const machine = metier.create({ 'pdf/SKILL.md': skillText('pdf', 'Reads PDF files', 'version: 1.0.0\n') })
  const { stdout } = await runMetier(machine, 'validate', 'pdf')
  expect(stdout.replace(/\s+/g, ' ')).toContain('other clients expect it in metadata, as metadata.version')
})
