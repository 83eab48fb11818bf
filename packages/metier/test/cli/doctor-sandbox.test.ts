import { describe, expect, test } from 'vitest'
import { describeCaged } from '../workspace/sandbox/caged.js'
import { type Machine, runMetier, useMetier } from './run-metier.js'

const metier = useMetier()

async function examine(machine: Machine) {
  const { code, stdout } = await runMetier(machine, 'doctor', '--json')
  return { code, examination: JSON.parse(stdout) }
}

describe('metier doctor: a sandbox', () => {
  test('that is missing is no fault, unless it is required; the package to install is named', async () => {
    const machine = metier.create()
    const { stdout, code } = await runMetier(machine, 'doctor')
    expect(stdout).toMatch(/! The programs of skills run without a sandbox: .* \(sandbox: auto\)/)
    if (process.platform === 'linux') expect(stdout).toContain('Install the package bubblewrap')
    expect(code).toBe(0)
    await runMetier(machine, 'config', 'set', 'sandbox', 'require')
    const required = await examine(machine)
    expect(required).toMatchObject({
      code: 1,
      examination: { ok: false, sandbox: { mode: 'require', status: 'missing' }, summary: { errors: 1 } },
    })
  })

  test('that is off is not tried', async () => {
    const machine = metier.create()
    await runMetier(machine, 'config', 'set', 'sandbox', 'off')
    expect((await examine(machine)).examination.sandbox).toMatchObject({ mode: 'off', status: 'off', attempts: [] })
  })

  describeCaged('that works', () => {
    test('is tried by a process that fails to escape', async () => {
      const plain = metier.create()
      const machine = { ...plain, variables: { ...plain.variables, PATH: process.env.PATH ?? '' } }
      const { examination } = await examine(machine)
      expect(examination.sandbox).toMatchObject({ mode: 'auto', status: 'works', isFault: false })
      expect(examination.sandbox.attempts).toContainEqual({ attempt: 'read_key', contained: true })
      expect((await runMetier(machine, 'doctor')).stdout).toContain('7 of 7 attempts to escape failed')
    })
  })
})
