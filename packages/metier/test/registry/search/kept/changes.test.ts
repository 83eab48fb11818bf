/** Every kind of change between two searches is noticed: a search with a kept index says what one without it says. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Root } from '../../../../src/registry/root.js'
import { KeptSearch } from '../../../../src/registry/search/kept/kept-search.js'
import { searchSkills } from '../../../../src/registry/search/search-skills.js'
import { runsOf } from '../../../support/full.js'
import { waitForNewTime } from '../../../support/indexing.js'
import { BEFORE, CHANGES } from '../../../support/root-changes.js'
import { later } from '../../../support/scanning.js'
import { meaningOf, openSearch } from '../../../support/searching.js'
import { memoryFolder, skillText, temporaryFolder, temporaryRoot, writeFiles } from '../../../support/temporary.js'

test.each(CHANGES)('%s is noticed', async (_, change) => {
  const root = temporaryRoot(BEFORE)
  const file = join(temporaryFolder(), 'search.bin')
  await openSearch([root], { file, now: later })
  waitForNewTime()
  change(root.path)
  const warm = await openSearch([root], { file, now: later })
  expect(meaningOf(warm.searchable)).toEqual(meaningOf((await openSearch([root])).searchable))
  expect(warm.problems).toEqual([])
})

describe('a changed skill', () => {
  test('is the only one that is read again', async () => {
    const root = temporaryRoot(BEFORE)
    const file = join(temporaryFolder(), 'search.bin')
    await openSearch([root], { file, now: later })
    waitForNewTime()
    writeFileSync(join(root.path, 'a/SKILL.md'), skillText('a', 'one', 'Speaks of elephants'))
    // Changed behind the back of the snapshot: if it were read again, its new word would be found.
    const { snapshot } = await openSearch([root], { now: later })
    writeFileSync(join(root.path, 'b/SKILL.md'), skillText('b', 'two', 'Speaks of elephants'))
    const search = new KeptSearch({ path: () => file, report: () => undefined })
    const found = searchSkills(search.searchable(snapshot), snapshot, 'elephants')
    await search.settle()
    expect(found.map(({ record }) => record.directory)).toEqual(['a'])
  })

  test('that is as young as the scan is read once more', async () => {
    const root = temporaryRoot({ 'a/SKILL.md': skillText('a', 'one', 'Speaks of lions') })
    const file = join(temporaryFolder(), 'search.bin')
    const path = join(root.path, 'a/SKILL.md')
    // Each scan starts before the file has its age, so that no state of it can be trusted.
    const now = () => 0
    await openSearch([root], { file, now })
    writeFileSync(path, readFileSync(path, 'utf8').replace('lions', 'tiger'))
    expect((await openSearch([root], { file, now })).find('tiger')).toEqual(['a'])
  })

  test('no change writes nothing', async () => {
    const root = temporaryRoot(BEFORE)
    const file = join(temporaryFolder(), 'search.bin')
    await openSearch([root], { file, now: later })
    const { ino, mtimeMs } = statSync(file)
    await openSearch([root], { file, now: later })
    expect(statSync(file)).toMatchObject({ ino, mtimeMs })
  })
})

test('whatever is added, edited and removed, in whatever order: the index of nothing kept', async () => {
  const words = ['calendar', 'invoice', 'weather', 'release', '天气预报', 'Straße', 'camelCase', 'base64', '']
  const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((list) => list.join(' '))
  const skills = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'group/d'), fc.tuple(text, text), { maxKeys: 4 })
  await fc.assert(
    fc.asyncProperty(fc.array(skills, { minLength: 2, maxLength: 4 }), async (moments) => {
      const file = join(memoryFolder(), 'search.bin')
      const root: Root = { path: memoryFolder(), scope: 'project', isExplicit: true }
      for (const moment of moments) {
        rmSync(root.path, { recursive: true, force: true })
        waitForNewTime()
        const files = Object.entries(moment).map(([directory, [description, body]]) => {
          return [`${directory}/SKILL.md`, skillText(directory.replace('group/', ''), `x ${description}`, body)]
        })
        writeFiles(root.path, Object.fromEntries(files))
        const warm = await openSearch([root], { file, now: later })
        expect(meaningOf(warm.searchable)).toEqual(meaningOf((await openSearch([root])).searchable))
      }
    }),
    runsOf(60),
  )
})
