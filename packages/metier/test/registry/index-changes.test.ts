/** Every kind of change between two starts is noticed: a start with an index says what one without it says. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Root } from '../../src/registry/root.js'
import { contentOf, loadRegistry, OLD_ENOUGH, waitForNewTime } from '../support/indexing.js'
import { BEFORE, CHANGES } from '../support/root-changes.js'
import { later } from '../support/scanning.js'
import { temporaryFolder, writeFiles } from '../support/temporary.js'

const CLOCKS = [
  ['the disk’s clock is the machine’s', Date.now],
  ['the disk’s clock is behind', later],
] as const

const TESTS_PER_CHANGE = 3
const place = realpathSync(mkdtempSync(join(tmpdir(), 'metier-changes-')))
const roots: Root[] = []

// All roots are made before the first test, so that one wait makes all of them old enough.
beforeAll(() => {
  for (let at = 0; at < CLOCKS.length * CHANGES.length * TESTS_PER_CHANGE; at++) {
    const path = join(place, `${at}`)
    writeFiles(path, BEFORE)
    roots.push({ path, scope: 'project', isExplicit: true })
  }
  waitForNewTime(OLD_ENOUGH)
}, 60_000)
afterAll(() => rmSync(place, { recursive: true, force: true }), 60_000)

function takeRoot(): Root {
  const root = roots.pop()
  if (root === undefined) throw new Error('every test has a root of its own')
  return root
}

describe.each(CLOCKS)('where %s', (_, now) => {
  describe.each(CHANGES)('%s', (_, change, expected) => {
    /** The index of so many looks, and the root after the change. */
    async function loadAndChange(looks: number) {
      const root = takeRoot()
      const index = join(temporaryFolder(), 'index.bin')
      for (let look = 0; look < looks; look++) await loadRegistry([root], { index, now })
      waitForNewTime()
      change(root.path)
      return { root, index }
    }

    test.each([1, 2])('is noticed by the start after %i others', async (looks) => {
      const { root, index } = await loadAndChange(looks)
      const { snapshot } = await loadRegistry([root], { index, now })
      const found = new Map(snapshot.skills.map(({ name, description }) => [name, description]))
      expect(Object.fromEntries(Object.keys(expected).map((name) => [name, found.get(name)]))).toEqual(expected)
      expect(contentOf(snapshot)).toEqual(contentOf((await loadRegistry([root])).snapshot))
    })

    test('is noticed by the start after that', async () => {
      const { root, index } = await loadAndChange(1)
      await loadRegistry([root], { index, now })
      const { snapshot } = await loadRegistry([root], { index, now })
      expect(contentOf(snapshot)).toEqual(contentOf((await loadRegistry([root])).snapshot))
    })
  })
})
