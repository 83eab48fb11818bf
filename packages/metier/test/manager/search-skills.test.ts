import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SkillManager } from '../../src/manager/skill-manager.js'
import { openManager } from '../support/managing.js'
import { type Files, skillText, temporaryFolder } from '../support/temporary.js'

async function openBoth(near: Files, far: Files) {
  const [project, personal] = [temporaryFolder(near), temporaryFolder(far)]
  const skills = await openManager({ roots: [{ path: project }, { path: personal, scope: 'personal' }] })
  const find = (query: string, limit = 10) =>
    skills.search(query, { limit }).results.map(({ path, shadowedBy }) => ({
      path: path.replace(project, 'near').replace(personal, 'far'),
      ...(shadowedBy !== undefined && { shadowedBy: shadowedBy.replace(project, 'near') }),
    }))
  return { skills, find }
}

const OTHERS: Files = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`o${at}/SKILL.md`, skillText(`o${at}`, 'Reads invoices')]),
)
const NEAR = { path: 'near/pdf/SKILL.md' }
const FAR = { path: 'far/pdf/SKILL.md', shadowedBy: NEAR.path }

test('a shadowed skill is found, and says by which file it is shadowed', async () => {
  const text = skillText('pdf', 'Reads invoices')
  const { find } = await openBoth({ 'pdf/SKILL.md': text }, { 'pdf/SKILL.md': text })
  expect(find('pdf')).toEqual([NEAR, FAR])
})

test('a shadowed skill that answers better stands right behind the one that shadows it', async () => {
  const { skills, find } = await openBoth(
    { 'pdf/SKILL.md': skillText('pdf', 'Turns pages', 'Once: invoices'), ...OTHERS },
    { 'pdf/SKILL.md': skillText('pdf', 'Invoices: reads invoices, writes invoices', 'invoices') },
  )
  const found = find('invoices', 50)
  expect(found.filter(({ path }) => path.includes('pdf'))).toEqual([NEAR, FAR])
  expect(found.findIndex(({ path }) => path === FAR.path)).toBe(found.findIndex(({ path }) => path === NEAR.path) + 1)
  const scores = skills.search('invoices', { limit: 50 }).results.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(find('invoices', 1)).not.toContainEqual(FAR)
})

test('a shadowed skill alone answers where the other does not', async () => {
  const { find } = await openBoth(
    { 'pdf/SKILL.md': skillText('pdf', 'Turns pages') },
    { 'pdf/SKILL.md': skillText('pdf', 'Reads invoices') },
  )
  expect(find('invoices')).toEqual([FAR])
})

test('an edited skill is found by its new words, without another look at the others', async () => {
  const folder = temporaryFolder({ ...OTHERS, 'pdf/SKILL.md': skillText('pdf', 'Turns pages') })
  const index = join(temporaryFolder(), 'index.bin')
  const open = () => openManager({ roots: [{ path: folder }], index })
  const first = await open()
  await first.prepareSearch()
  await first.close()
  expect(existsSync(`${index}.search`)).toBe(true)
  writeFileSync(join(folder, 'pdf/SKILL.md'), skillText('pdf', 'Turns pages', 'Speaks of elephants'))
  const second = await open()
  expect(second.search('elephants').results.map(({ name }) => name)).toEqual(['pdf'])
  expect(second.search('invoices', { limit: 50 }).count).toBe(20)
  await second.close()
})

test('a damaged search index is a diagnostic until the next load', async () => {
  const folder = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf', 'Turns pages') })
  const index = join(temporaryFolder({ 'index.bin.search': 'damaged' }), 'index.bin')
  const skills = await openManager({ roots: [{ path: folder }], index })
  expect(skills.search('pages').count).toBe(1)
  expect(skills.registry.diagnostics).toMatchObject([{ code: 'index_damaged', file: `${index}.search` }])
  await skills.close()
  await skills.reload()
  expect(skills.registry.diagnostics).toEqual([])
})

test('without an index nothing is kept', async () => {
  const folder = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf', 'Turns pages') })
  const home = temporaryFolder()
  const skills = await openManager({ roots: [{ path: folder }], home, index: false })
  expect(skills.search('pages').count).toBe(1)
  await skills.close()
  expect(readdirSync(home)).toEqual([])
})

test('a shadowed skill that answers better costs no second ranking of all skills', async () => {
  const many = Array.from({ length: 1500 }, (_, at) => [`o${at}/SKILL.md`, skillText(`o${at}`, 'Reads some invoices')])
  const near = temporaryFolder({
    'pdf/SKILL.md': skillText('pdf', 'Turns pages', 'invoices'),
    ...Object.fromEntries(many),
  })
  const far = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf', 'Invoices: reads invoices, writes invoices') })
  const alone = await openManager({ roots: [{ path: near }] })
  const both = await openManager({ roots: [{ path: near }, { path: far, scope: 'personal' }] })
  // Explaining all 1,500 takes eleven times as long as explaining the best ten.
  expect(bestTime(both)).toBeLessThan(7 * bestTime(alone))
})

function bestTime(skills: SkillManager): number {
  const times = Array.from({ length: 30 }, () => {
    const start = performance.now()
    skills.search('reads some invoices')
    return performance.now() - start
  })
  return Math.min(...times)
}
