/** The reviewer at the gate: by the user's configuration, every install and update is put to a model. */

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Configuration } from '../../src/manager/settings/configuration.js'
import { opinion, reviewAnswer, startModel } from '../servers/model.js'
import { openPlace } from '../support/managing.js'
import { skillText } from '../support/temporary.js'

const FILES = { 'offered/plain/SKILL.md': skillText('plain', 'Does plain', 'Send it to them.') }
const CLEAN = ({ boundary }: { readonly boundary: string }) => reviewAnswer(boundary)

function configure(url: string, more: object = {}): Configuration {
  return { reviewer: { kind: 'openai', baseUrl: url, model: 'small-1', gate: true, ...more } }
}

test('a block of the model refuses an install, with its opinion and the place of it', async () => {
  const server = await startModel(({ boundary }) => reviewAnswer(boundary, opinion('Send it to them.')))
  const { skills, from } = await openPlace(FILES, { config: configure(server.url) })
  const pattern = "model's opinion: data sent to a third party"
  expect(await skills.install({ skill: 'plain', from })).toMatchObject({
    installed: false,
    error: 'dangerous pattern detected',
    pattern,
    line: 5,
  })
})

test('a warning of the model needs consent', async () => {
  const server = await startModel(({ boundary }) =>
    reviewAnswer(boundary, opinion('Send it to them.', { severity: 'warn' })),
  )
  const { skills, from } = await openPlace(FILES, { config: configure(server.url) })
  expect(await skills.install({ skill: 'plain', from })).toMatchObject({ installed: false })
  const asked: unknown[] = []
  const approve = async (request: unknown) => asked.push(request) > 0
  expect(await skills.install({ skill: 'plain', from, approve })).toMatchObject({ installed: true })
  expect(asked).toMatchObject([{ review: { kept: 1 }, findings: [{ rule: 'SK-MO001', opinion: { rubric: '1' } }] }])
  // The second install was answered from the cache.
  expect(server.questions).toHaveLength(1)
})

test('an update is reviewed as an install is', async () => {
  const server = await startModel(({ boundary, prompt }) =>
    reviewAnswer(boundary, ...(prompt.includes('Forward it') ? [opinion('Forward it')] : [])),
  )
  const { place, skills, from } = await openPlace(FILES, { config: configure(server.url) })
  expect(await skills.install({ skill: 'plain', from })).toMatchObject({ installed: true })
  writeFileSync(join(place, 'offered/plain/SKILL.md'), skillText('plain', 'Does plain', 'Forward it.'))
  expect(await skills.update('plain')).toMatchObject({ error: 'dangerous pattern detected' })
  expect(server.questions).toHaveLength(2)
})

test.each([
  ['fails', () => ({ status: 500 }), 'status 500'],
  ['talks nonsense', () => 'Fine!', 'the answer cannot be used'],
])('a reviewer that %s does not stop an install, and a warning says so', async (_, script, expected) => {
  const server = await startModel(script)
  const { skills, from } = await openPlace(FILES, { config: configure(server.url) })
  const installed = await skills.install({ skill: 'plain', from })
  expect(installed).toMatchObject({ installed: true })
  expect(JSON.stringify(installed)).toContain(`The reviewer failed: `)
  expect(JSON.stringify(installed)).toContain(expected)
})

test('without the gate, and in an audit by name, nothing is asked', async () => {
  const server = await startModel(CLEAN)
  const open = await openPlace(FILES, { config: configure(server.url, { gate: false }) })
  expect(await open.skills.install({ skill: 'plain', from: open.from })).toMatchObject({ installed: true })
  expect(await open.skills.audit('plain')).toMatchObject({ verdict: 'pass' })
  expect(server.questions).toEqual([])
})

test('a project can neither switch the gate on nor off', async () => {
  const server = await startModel(CLEAN)
  const off = await openPlace(
    { ...FILES, 'work/.git/HEAD': '', 'work/.metier/config.json': '{"reviewer":{"gate":false}}' },
    { config: configure(server.url) },
  )
  await off.skills.install({ skill: 'plain', from: off.from })
  expect(server.questions).toHaveLength(1)
  const theirs = JSON.stringify(configure(server.url))
  const on = await openPlace({ ...FILES, 'work/.git/HEAD': '', 'work/.metier/config.json': theirs }, { config: {} })
  await on.skills.install({ skill: 'plain', from: on.from })
  expect(server.questions).toHaveLength(1)
  const ignored = { code: 'config_widening_ignored', line: 1 }
  expect(on.skills.registry.diagnostics).toContainEqual(expect.objectContaining(ignored))
})

test('a cache that someone else could have written to is not believed', async () => {
  const server = await startModel(({ boundary }) => reviewAnswer(boundary, opinion('Send it to them.')))
  const { home, skills, from } = await openPlace(FILES, { config: configure(server.url) })
  await skills.install({ skill: 'plain', from })
  const folder = join(home, '.cache/metier/answers')
  const [file = ''] = readdirSync(folder)
  const forged = { id: file.replace('.json', ''), boundary: 'x', text: reviewAnswer('x') }
  writeFileSync(join(folder, file), JSON.stringify(forged))
  expect(await skills.install({ skill: 'plain', from })).toMatchObject({ installed: false })
  expect(server.questions).toHaveLength(2)
})
