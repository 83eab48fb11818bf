/** A skill's directory that is a link is the user's own work: no command replaces it, and each says so. */

import { appendFileSync, mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Machine, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

/** Two installed skills with something newer in their source; the first one's directory is a link. */
async function createLinked(): Promise<{ readonly machine: Machine; readonly link: string; readonly own: string }> {
  const machine = metier.create({
    'src/pdf/SKILL.md': skillText('pdf', 'Fills in forms'),
    'src/csv/SKILL.md': skillText('csv', 'Reads tables'),
  })
  await runMetier(machine, 'trust', 'local:*')
  for (const name of ['pdf', 'csv']) expect((await runMetier(machine, 'install', './src', name)).code).toBe(0)
  const link = join(machine.home, '.agents/skills/pdf')
  const own = join(machine.home, 'repo/pdf')
  mkdirSync(join(machine.home, 'repo'))
  renameSync(link, own)
  symlinkSync(own, link)
  for (const name of ['pdf', 'csv']) appendFileSync(join(machine.project, 'src', name, 'SKILL.md'), 'Second\n')
  return { machine, link, own }
}

test.each([
  { words: ['update'], isEdited: false },
  { words: ['update'], isEdited: true },
  { words: ['install', '--frozen'], isEdited: true },
])('$words refuses it (edited: $isEdited), and goes on with the others', async ({ words, isEdited }) => {
  const { machine, link, own } = await createLinked()
  const other = join(machine.home, '.agents/skills/csv/SKILL.md')
  const newer = join(machine.project, 'src/csv/SKILL.md')
  if (words.includes('--frozen')) {
    writeFileSync(newer, readFileSync(other))
    appendFileSync(other, 'Damaged\n')
  }
  await expectRefusal(machine, words, { link, own, isEdited })
  expect(readFileSync(other, 'utf8')).toBe(readFileSync(newer, 'utf8'))
})

test.each([
  { words: ['update', 'pdf'], isEdited: true },
  { words: ['update', 'pdf', '--force'], isEdited: false },
  { words: ['update', 'pdf', '--force'], isEdited: true },
  { words: ['remove', 'pdf'], isEdited: false },
  { words: ['install', '--frozen', 'pdf'], isEdited: true },
])('$words refuses it (edited: $isEdited)', async ({ words, isEdited }) => {
  const { machine, link, own } = await createLinked()
  await expectRefusal(machine, words, { link, own, isEdited })
})

async function expectRefusal(
  machine: Machine,
  words: readonly string[],
  { link, own, isEdited }: { readonly link: string; readonly own: string; readonly isEdited: boolean },
): Promise<void> {
  const file = join(own, 'SKILL.md')
  if (isEdited) appendFileSync(file, 'Mine\n')
  const before = readFileSync(file, 'utf8')
  const { code, stdout, stderr } = await runMetier(machine, ...words)
  expect(stdout + stderr).toContain(`${link} is a link to ${own}, which is not replaced`)
  expect(stdout + stderr).toContain(`Remove the link first: rm ${link}`)
  expect(code).toBe(1)
  expect(readlinkSync(link)).toBe(own)
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect((await runMetier(machine, 'lock')).stdout).toContain('pdf')
}
