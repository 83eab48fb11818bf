/** Publications that would take something away from the users of a site. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signFolder } from '../../src/publish/sign-folder.js'
import { createKey } from '../support/signing.js'
import { contentsOf, create, publish, SCAN_NOTHING, skillText, write } from './publish-place.js'

const quick = { scan: SCAN_NOTHING }

test('one skill of several is not published alone, because the site would lose the others', async () => {
  const place = create()
  await publish(place, quick)
  const before = contentsOf(place.site)
  for (const isDryRun of [true, false]) {
    const alone = await publish({ ...place, directory: join(place.directory, 'pdf') }, { ...quick, isDryRun })
    expect(alone).toEqual({ code: 'would_remove', name: 'pdf', removed: ['notes'] })
  }
  expect(contentsOf(place.site)).toEqual(before)
})

test('a directory without a skill that was published removes it, and a directory of one skill keeps a site of its own', async () => {
  const place = create()
  await publish(place, quick)
  rmSync(join(place.directory, 'notes'), { recursive: true })
  expect(await publish(place, quick)).toMatchObject({ code: 'published', plan: { removed: ['notes'] } })
  const alone = { directory: join(place.directory, 'pdf'), site: join(place.site, '../own') }
  expect(await publish(alone, quick)).toMatchObject({ code: 'published', plan: { added: ['pdf'] } })
  expect(await publish(alone, quick)).toMatchObject({ code: 'published', plan: { changed: [] } })
})

test('a skill in a usual place hides none of those in groups next to it', async () => {
  const place = create({
    'writing/letters/SKILL.md': skillText('letters'),
    'data/csv/SKILL.md': skillText('csv'),
  })
  expect(await publish(place, quick)).toMatchObject({ plan: { added: ['csv', 'letters'] } })
  write(join(place.directory, 'weather/SKILL.md'), skillText('weather'))
  write(join(place.directory, 'weather/parts/inner/SKILL.md'), skillText('inner'))
  write(join(place.directory, '.hidden/other/SKILL.md'), skillText('other'))
  expect(await publish(place, quick)).toMatchObject({ plan: { added: ['weather'], removed: [] } })
  rmSync(join(place.directory, 'weather'), { recursive: true })
  write(join(place.directory, 'skills/tides/SKILL.md'), skillText('tides'))
  expect(await publish(place, quick)).toMatchObject({ plan: { added: ['tides'], removed: ['weather'] } })
})

test('a version below a published one is a hazard, because no update installs it', async () => {
  const place = create({ 'pdf/SKILL.md': skillText('pdf', 'version: 1.10.0\n') })
  await publish(place, quick)
  const withVersion = (version: string) => {
    write(join(place.directory, 'pdf/SKILL.md'), skillText('pdf', `version: ${version}\n`))
    return publish(place, quick)
  }
  expect(await withVersion('1.9.0')).toMatchObject({
    plan: { hazards: [{ code: 'version_lower', name: 'pdf', version: '1.9.0', highest: '1.10.0' }] },
  })
  expect(await withVersion('1.9.0')).toMatchObject({ plan: { hazards: [] } })
  expect(await withVersion('1.11.0')).toMatchObject({ plan: { hazards: [] } })
})

test('a version without the signature that the last one had is a hazard', async () => {
  const place = create({ 'pdf/SKILL.md': skillText('pdf', 'version: 1.0.0\n') })
  const directory = join(place.directory, 'pdf')
  await signFolder(directory, { key: createKey().signing, certificates: [], name: 'pdf', now: new Date() })
  expect(await publish(place, quick)).toMatchObject({ code: 'published', plan: { hazards: [] } })
  rmSync(join(directory, 'skill.oms.sig'))
  write(join(directory, 'SKILL.md'), skillText('pdf', 'version: 1.1.0\n'))
  expect(await publish(place, quick)).toMatchObject({ plan: { hazards: [{ code: 'signature_lost', name: 'pdf' }] } })
})
