/** Files that no source has, hand-made or edited, are not dropped for versions that can be fetched again. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeSkill } from '../../../src/store/remove.js'
import { restoreLock } from '../../../src/store/restore.js'
import { updateSkill } from '../../../src/store/update.js'
import { rollbackSkill } from '../../../src/store/versions/rollback.js'
import { listVersions } from '../../../src/store/versions/versions.js'
import { skillText, writeFiles } from '../../support/temporary.js'
import { createStoring, type Storing } from '../storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf') }
const fileOf = ({ root }: Storing) => join(root, 'pdf/SKILL.md')

async function updateTimes({ context, offer }: Storing, times: number): Promise<void> {
  for (let at = 1; at <= times; at++) {
    offer({ 'pdf/SKILL.md': skillText('pdf', 'Does pdf', `Version ${at}`) })
    expect(await updateSkill(context, { name: 'pdf', force: true })).toMatchObject({ ok: true })
  }
}

describe('after more updates than versions are kept', () => {
  test('a hand-made skill still comes back', async () => {
    const storing = createStoring(PDF)
    writeFiles(storing.root, { 'pdf/SKILL.md': skillText('pdf', 'Mine'), 'pdf/notes.md': 'mine\n' })
    await storing.install('pdf', { force: true })
    await updateTimes(storing, 7)
    const versions = await listVersions(storing.context.store, 'pdf')
    expect(versions).toHaveLength(5 + 1)
    const own = versions.at(-1)?.entry
    expect(own).toMatchObject({ source: 'unmanaged' })
    expect(await rollbackSkill(storing.context, { name: 'pdf', to: own?.digest })).toMatchObject({ ok: true })
    expect(readFileSync(join(storing.root, 'pdf/notes.md'), 'utf8')).toBe('mine\n')
  })

  test('local edits still come back', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    writeFileSync(fileOf(storing), skillText('pdf', 'Does pdf', 'Edited'))
    await updateTimes(storing, 7)
    const own = (await listVersions(storing.context.store, 'pdf')).find(({ isChanged }) => isChanged)
    expect(await rollbackSkill(storing.context, { name: 'pdf', to: own?.entry.digest })).toMatchObject({ ok: true })
    expect(readFileSync(fileOf(storing), 'utf8')).toContain('Edited')
  })
})

describe('more of the user’s own versions than are kept', () => {
  /** Edits the skill and gets the lockfile's files back, as often as this. */
  async function editTimes(storing: Storing, times: number) {
    const context = storing.having({}, { keepOwn: 3 })
    await storing.install('pdf')
    const notices: (readonly string[])[] = []
    for (let at = 1; at <= times; at++) {
      writeFileSync(fileOf(storing), skillText('pdf', 'Does pdf', `Edit ${at}`))
      const outcome = await restoreLock(context)
      if (!outcome.ok) throw new Error(outcome.failure.message)
      notices.push(outcome.value.flatMap((one) => (one.status === 'restored' ? one.notices : [])))
    }
    return { context, notices, versions: await listVersions(context.store, 'pdf') }
  }

  test('are announced before the oldest is dropped, and named when it is', async () => {
    const { notices, versions } = await editTimes(createStoring(PDF), 4)
    expect(versions).toHaveLength(3)
    expect(notices).toEqual([
      [],
      [],
      [expect.stringMatching(/^3 versions .*To save it, run 'metier rollback pdf --to sha256:[0-9a-f]{12}'/)],
      [
        expect.stringMatching(/^The oldest version .* was dropped: sha256:[0-9a-f]{12}/),
        expect.stringMatching(/^3 versions/),
      ],
    ])
  })

  test('cost no version that a source gave', async () => {
    const storing = createStoring(PDF)
    const { context } = await editTimes(storing, 4)
    await updateTimes({ ...storing, context }, 2)
    const versions = await listVersions(context.store, 'pdf')
    expect(versions.filter(({ isChanged }) => !isChanged)).toHaveLength(2)
    expect(versions.filter(({ isChanged }) => isChanged)).toHaveLength(3)
  })
})

test('a list of kept versions that cannot be read is not replaced by a shorter one', async () => {
  const storing = createStoring(PDF)
  await storing.install('pdf')
  writeFileSync(fileOf(storing), skillText('pdf', 'Does pdf', 'Edited'))
  await restoreLock(storing.context)
  const file = join(storing.context.store.versions, 'pdf.json')
  writeFileSync(file, '[{"entry":')
  expect(await removeSkill(storing.context, 'pdf')).toMatchObject({
    ok: false,
    failure: { code: 'system_error', message: expect.stringContaining('pdf.json') },
  })
  expect(readFileSync(file, 'utf8')).toBe('[{"entry":')
  expect(readFileSync(fileOf(storing), 'utf8')).toContain('Instructions of pdf')
})
