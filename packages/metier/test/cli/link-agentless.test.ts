import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const INSTALL = ['install', 'pdf', '--from', 'local:offered']

describe('metier link on a machine without agents', () => {
  test('says so, names ids, and does not propose what does nothing', async () => {
    const machine = metier.create(OFFERED)
    await runMetier(machine, ...INSTALL)
    const { code, stderr } = await runMetier(machine, 'link', 'pdf')
    expect(code).toBe(2)
    expect(stderr).toContain('No agents were found here.')
    expect(stderr).toContain('--agent claude-code,windsurf')
    expect(stderr).not.toContain('--agent all')
    const all = await runMetier(machine, 'link', 'pdf', '--agent', 'all')
    expect(all.code).toBe(1)
    expect(all.stderr).toContain('No agents were found here.')
    expect((await runMetier(machine, 'link', 'pdf', '--agent', 'claude-code,windsurf')).stderr).not.toContain(
      'unknown agent',
    )
  })

  test('unlink --agent all removes the links that are recorded', async () => {
    const machine = metier.create({ '.git/HEAD': '', '.agents/skills/own/SKILL.md': skillText('own', 'x') })
    expect(await runMetier(machine, 'link', '--agent', 'claude-code')).toMatchObject({ code: 0 })
    const link = join(machine.project, '.claude/skills/own')
    expect(existsSync(link)).toBe(true)
    expect((await runMetier(machine, 'unlink')).stderr).toContain('or use --agent all.')
    expect(await runMetier(machine, 'unlink', '--agent', 'all')).toMatchObject({ code: 0 })
    expect(existsSync(link)).toBe(false)
  })

  test('a skill that does not exist is not found, and --personal is not proposed to those who typed it', async () => {
    const machine = metier.create({ '.agents/skills/own/SKILL.md': skillText('own', 'x') })
    const unknown = await runMetier(machine, 'link', 'nosuch', '--agent', 'claude-code')
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining("No skill 'nosuch' in") })
    const none = await runMetier(machine, 'link', '--personal', '--agent', 'claude-code')
    expect(none).toMatchObject({ code: 1, stderr: expect.not.stringContaining('--personal') })
  })
})
