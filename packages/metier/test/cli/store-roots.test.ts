/** Which root a command of the store is about, and what it says of each. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Machine, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const OFFERED = {
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/docx/SKILL.md': skillText('docx', 'Reads documents'),
}

/** Both skills in the user's own root, or in the project's. */
async function installed(...words: readonly string[]): Promise<Machine> {
  const machine = metier.create(OFFERED)
  await runMetier(machine, 'install', '--all', '--from', 'local:offered', ...words)
  return machine
}

describe('metier install --frozen NAME', () => {
  test('restores only the skills that are named', async () => {
    const machine = await installed()
    rmSync(join(machine.home, '.agents/skills'), { recursive: true })
    expect(await runMetier(machine, 'install', '--frozen', 'docx')).toMatchObject({
      code: 0,
      stdout: 'docx restored\n',
    })
  })

  test('refuses a name that the lock does not have, and changes nothing', async () => {
    const machine = await installed()
    rmSync(join(machine.home, '.agents/skills'), { recursive: true })
    const { code, stdout } = await runMetier(machine, 'install', '--frozen', 'docx', 'pdff', '--json')
    expect({ code, json: JSON.parse(stdout) }).toMatchObject({ code: 1, json: { code: 'skill_not_found' } })
    expect((await runMetier(machine, 'verify')).stdout).toMatch(/^missing +docx$/m)
  })
})
