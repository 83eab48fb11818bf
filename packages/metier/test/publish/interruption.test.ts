/** A publication that ends early, or whose machine loses power. */

import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { someOf } from '../support/full.js'
import { contentsOf, create, folder, follow, publish, SCAN_NOTHING, skillText, write } from './publish-place.js'

/** Collects the inode of whatever is synced from now on. Renaming keeps an inode. */
async function recordSyncs(inodes: Set<number>): Promise<() => void> {
  const handle = await open(folder, 'r')
  await handle.close()
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  const { sync } = prototype
  prototype.sync = async function (this: FileHandle) {
    await sync.call(this)
    inodes.add((await this.stat()).ino)
  }
  return () => {
    prototype.sync = sync
  }
}

/** The files and the directories of a site. */
function listInodes(
  site: string,
): readonly [readonly (readonly [string, number])[], readonly (readonly [string, number])[]] {
  const paths = ['', ...readdirSync(site, { recursive: true, encoding: 'utf8' })]
  const all = paths.map((path) => [path, statSync(join(site, path))] as const)
  const of = (isWanted: boolean) =>
    all.filter(([, stats]) => stats.isFile() === isWanted).map(([path, { ino }]) => [path, ino] as const)
  return [of(true), of(false)]
}

describe('a publication that ends at any point', () => {
  test('has every file on disk before the journal counts, and every directory before the journal is gone', async () => {
    const place = create()
    const synced = new Set<number>()
    const known = new Map<string, ReadonlySet<number>>()
    const stop = await recordSyncs(synced)
    try {
      await publish(place, { scan: SCAN_NOTHING, beforeStep: (step) => void known.set(step, new Set(synced)) })
    } finally {
      stop()
    }
    const [files, folders] = listInodes(place.site)
    expect(files.filter(([, inode]) => !known.get('write journal')?.has(inode))).toEqual([])
    expect(folders.filter(([, inode]) => !known.get('remove staging')?.has(inode))).toEqual([])
    // The indexes are moved last, when what they lead to is there to stay.
    const archives = folders.filter(([path]) => /^(?:\.well-known\/agent-skills\/a|plugins)(?:\/|$)/.test(path))
    expect(archives.length).toBeGreaterThan(2)
    expect(archives.filter(([, inode]) => !known.get('move index')?.has(inode))).toEqual([])
  })

  test('leaves an index that leads to what it names, and the next one completes the site', async () => {
    const first = create()
    await publish(first)
    const change = (directory: string) => {
      write(join(directory, 'pdf/SKILL.md'), skillText('pdf', 'version: 2.0.0\n'))
      write(join(directory, 'extra/SKILL.md'), skillText('extra'))
      rmSync(join(directory, 'notes'), { recursive: true })
    }
    const whole = create()
    cpSync(first.site, whole.site, { recursive: true })
    change(whole.directory)
    let steps = 0
    await publish(whole, { scan: SCAN_NOTHING, beforeStep: () => void steps++ })
    expect(steps).toBeGreaterThan(20)
    const wanted = contentsOf(whole.site)
    const points = Array.from({ length: steps }, (_, step) => step + 1)
    for (const at of someOf(points, 6)) {
      const place = { directory: whole.directory, site: join(folder, `killed-${at}`) }
      cpSync(first.site, place.site, { recursive: true })
      let step = 0
      const beforeStep = () => {
        if (++step === at) throw Object.assign(new Error('killed'), { code: 'KILLED' })
      }
      expect(await publish(place, { scan: SCAN_NOTHING, beforeStep })).toMatchObject({ code: 'failed' })
      expect(follow(place.site).every(([, isRight]) => isRight)).toBe(true)
      expect(await publish(place, { scan: SCAN_NOTHING })).toMatchObject({ code: 'published' })
      expect(contentsOf(place.site)).toEqual(wanted)
      rmSync(place.site, { recursive: true })
    }
  }, 60_000)
  test('while it prunes does not remove what the next one of the earlier skills refers to', async () => {
    const [first, other] = [create(), create()]
    await publish(first, { scan: SCAN_NOTHING })
    write(join(other.directory, 'notes/SKILL.md'), skillText('notes', '', 'Other text.\n'))
    let steps = 0
    const dry = { directory: other.directory, site: join(folder, 'pruned') }
    cpSync(first.site, dry.site, { recursive: true })
    await publish(dry, { scan: SCAN_NOTHING, isPruned: true, beforeStep: () => void steps++ })
    for (const at of [Math.floor(steps / 2), steps - 1]) {
      const site = join(folder, `pruned-${at}`)
      cpSync(first.site, site, { recursive: true })
      let step = 0
      const beforeStep = () => {
        if (++step === at) throw Object.assign(new Error('killed'), { code: 'KILLED' })
      }
      const killed = await publish({ ...other, site }, { scan: SCAN_NOTHING, isPruned: true, beforeStep })
      expect(killed).toMatchObject({ code: 'failed' })
      expect(await publish({ ...first, site }, { scan: SCAN_NOTHING })).toMatchObject({ code: 'published' })
      expect(follow(site)).toEqual([
        ['notes', true],
        ['pdf', true],
      ])
    }
  })
})
