/** Skills are compared in the background: pages say so, show the same as the runtime, and wait for nothing. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDashboard, PATIENCE, skill } from './open-dashboard.js'

const THEMES = ['invoice', 'calendar', 'weather', 'database', 'travel', 'photo', 'music', 'garden']
const LIBRARY = Object.fromEntries(
  Array.from({ length: 2_100 }, (_, at) => {
    const theme = `${THEMES[at % THEMES.length]} ${at}`
    return [`.agents/skills/s${at}/SKILL.md`, skill(`s${at}`, `Handles ${theme} requests`)]
  }),
)
const RIVALS = {
  '.agents/skills/deck-maker/SKILL.md': skill('deck-maker', 'Create slides and decks for presentations'),
  '.agents/skills/talk-slides/SKILL.md': skill('talk-slides', 'Create slides and decks for talks and presentations'),
}

test('a large library is compared too, and other requests are answered meanwhile', async () => {
  const { ask, skillManager } = await openDashboard({ ...LIBRARY, ...RIVALS })
  await skillManager.prepareSearch()
  // Whether it still compares then depends on the machine.
  expect(await ask('GET /api/overview', {})).toMatchObject({ counts: { total: 2_102 } })
  expect(await ask('GET /api/skill/overlaps', { skill: 's7' })).toHaveProperty('isComputing')
  await expect.poll(async () => (await ask('GET /api/overview', {})).isComparing, PATIENCE).toBe(false)
  const { attention, attentionKinds } = await ask('GET /api/overview', {})
  expect(attentionKinds.map(({ kind }) => kind)).toContain('overlap')
  expect(attention.entries.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('deck-maker and talk-slides'),
  )
})

test('a page shows the pairs that the runtime finds, and an event says when', async () => {
  const { ask, listen, skillManager, project } = await openDashboard(RIVALS)
  const events = await listen(
    ({ type }) => type === 'overlaps',
    () => ask('GET /api/skill/overlaps', { skill: 'deck-maker' }),
  )
  expect(events.at(-1)).toMatchObject({ type: 'overlaps' })
  const { pairs, isComputing } = await ask('GET /api/skill/overlaps', { skill: 'deck-maker' })
  const found = skillManager.overlap({ name: 'deck-maker', min: 0.25 })
  expect(isComputing).toBe(false)
  expect('pairs' in found && found.pairs.map(({ score }) => score)).toEqual(pairs.map(({ score }) => score))
  expect(pairs[0]).toMatchObject({ skill: 'talk-slides', verdict: 'overlap' })

  writeFileSync(join(project, '.agents/skills/talk-slides/SKILL.md'), skill('talk-slides', 'Waters the garden'))
  await ask('POST /api/reload', {})
  await expect
    .poll(async () => (await ask('GET /api/skill/overlaps', { skill: 'deck-maker' })).pairs.length, PATIENCE)
    .toBe(0)
})
