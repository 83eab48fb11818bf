import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runMetier, useMetier } from './run-metier.js'

const metier = useMetier()

const EVENT = '{"time":"2026-01-01T00:00:00Z","event":"activated","skill":"pdf","catalogueTokens":1,"bodyTokens":2}'

describe('metier stats', () => {
  test('without a file nothing has been counted yet', async () => {
    const machine = metier.create()
    const { code, stdout, stderr } = await runMetier(machine, 'stats')
    const file = join(machine.home, '.metier/metrics.jsonl')
    const counted = "Agents over MCP and your own programs are recorded; calls by 'metier run' are not.\n"
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `No usage recorded in ${file}.\n${counted}`,
      stderr: '',
    })
  })

  test('a file that is named and not there is a misuse', async () => {
    const machine = metier.create()
    const { code, stdout, stderr } = await runMetier(machine, 'stats', '--file', 'none.jsonl')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`--file ${join(machine.project, 'none.jsonl')} is not a file`)
  })

  test('lines that cannot be read are counted and told, and the others count', async () => {
    const machine = metier.create({ 'm.jsonl': `broken\n${EVENT}\n{"event":"unknown"}\n`, 'b.jsonl': 'broken\n' })
    const mixed = await runMetier(machine, 'stats', '--file', 'm.jsonl', '--json')
    expect(JSON.parse(mixed.stdout)).toMatchObject({ events: 1, unreadable: 2, skills: { pdf: { activated: 1 } } })
    expect(mixed.stderr).toBe(`2 lines of ${join(machine.project, 'm.jsonl')} could not be read and were skipped.\n`)
    const broken = await runMetier(machine, 'stats', '--file', 'b.jsonl')
    expect(broken.stdout).toContain('No usage recorded')
    expect(broken.stderr).toContain('1 line of ')
  })
})
