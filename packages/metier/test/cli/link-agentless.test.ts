import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { runMetier, useMetier } from './run-metier.js'

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
})
