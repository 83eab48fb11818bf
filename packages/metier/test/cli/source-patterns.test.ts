/** Patterns of sources in the settings: an invalid one is refused, and named if a file has it. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERED } from './offered-skill.js'
import { type Machine, runJson, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
const configOf = ({ home }: Machine) => join(home, '.metier/config.json')

describe('config set refuses', () => {
  test.each([
    ['skills.requireSignature', '**bad', "'**bad' is not a valid source"],
    ['skills.trustedSources', '**bad', "'**bad' is not a valid source"],
    ['skills.trustedSources', 'github.com/foo', 'it names an owner, not a repository'],
    ['skills.trustedSources', 'nothing', 'no registry has that name'],
  ])('%s %s', async (key, value, message) => {
    const machine = metier.create()
    const { code, stderr } = await runMetier(machine, 'config', 'set', key, value)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
    expect(existsSync(configOf(machine))).toBe(false)
  })

  test.each([
    ['skills.requireSignature', '*'],
    ['skills.requireSignature', 'github.com/acme/*'],
    ['skills.trustedSources', 'github.com/acme/*'],
  ])('not %s %s', async (key, value) => {
    expect(await runMetier(metier.create(), 'config', 'set', key, value)).toMatchObject({ code: 0 })
  })
})

describe('a file with an invalid pattern', () => {
  const create = () => {
    const machine = metier.create(OFFERED)
    const skills = { requireSignature: ['**bad'], trustedSources: ['local:*', 'http://x'] }
    writeText(configOf(machine), `${JSON.stringify({ skills }, undefined, 2)}\n`)
    return machine
  }

  test('is named by doctor, with the line and what it means', async () => {
    const report = await runJson(create(), 'doctor')
    expect(report).toMatchObject({
      configuration: expect.arrayContaining([expect.objectContaining({ status: 'faulty' })]),
      problems: expect.arrayContaining([
        expect.objectContaining({
          code: 'config_invalid',
          places: [
            { file: expect.any(String), line: 8, message: expect.stringContaining("'skills.trustedSources.1'") },
            { file: expect.any(String), line: 4, message: expect.stringContaining("'skills.requireSignature.0'") },
          ].map((place) => expect.objectContaining(place)),
        }),
      ]),
    })
  })

  test('is named by the installation that it makes fail', async () => {
    const { code, stderr } = await runMetier(create(), 'install', './offered', 'pdf')
    expect(code).toBe(1)
    expect(stderr).toContain("'skills.requireSignature.0'")
    expect(stderr.replace(/\s+/g, ' ')).toContain('Until it is fixed, every source needs a signature. Use ')
  })
})
