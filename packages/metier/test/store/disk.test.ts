/** Disks that say no: what was there stays as it was, and the reason has a code. */

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../../src/store/layout.js'
import { removeSkill } from '../../src/store/remove.js'
import { updateSkill } from '../../src/store/update.js'
import { verifyStore } from '../../src/store/verify.js'
import { createDurableFiles } from '../../src/system/files/durable-files.js'
import { someOf } from '../support/full.js'
import { asOtherUser, isSuperuser } from '../support/other-user.js'
import { skillText } from '../support/temporary.js'
import { createStoring } from './storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/big.txt': 'x'.repeat(300_000) }

describe('a full disk', () => {
  const disk = mountSmallDisk()
  afterAll(() => {
    if (disk === undefined) return
    execFileSync('umount', [disk], { stdio: 'ignore' })
    rmdirSync(disk)
  })

  test.skipIf(disk === undefined)(
    'changes nothing and says so (skipped where no small disk can be mounted)',
    async () => {
      const { install, having, offer } = createStoring(PDF)
      const root = join(disk ?? '', 'skills')
      const context = having({}, { root })
      expect(await install('pdf', {}, context)).toMatchObject({ ok: true })
      offer({ 'pdf/bigger.txt': 'y'.repeat(900_000) })
      expect(await updateSkill(context, { name: 'pdf' })).toMatchObject({
        ok: false,
        failure: { code: 'system_error' },
      })
      expect(existsSync(join(root, 'pdf/bigger.txt'))).toBe(false)
      expect(await verifyStore(context)).toMatchObject({ value: [{ name: 'pdf', status: 'ok' }] })
      expect(readdirSync(join(root, '.metier-store/staging'))).toEqual([])
    },
  )
})

describe('a disk that fails at any one change', () => {
  /** Fails once, with what a full disk says. */
  function failingAt(step: number) {
    let steps = 0
    return createDurableFiles(() => {
      if (++steps === step) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
  }

  test('names the operation that failed', async () => {
    const { root, install, having, offer } = createStoring({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/a.txt': '1' })
    await install('pdf')
    offer({ 'pdf/a.txt': '2' })
    const failing = { ...having({}), store: describeStore({ root, files: failingAt(1) }) }
    expect(await updateSkill(failing, { name: 'pdf' })).toMatchObject({
      failure: { message: expect.stringContaining("Updating 'pdf' failed: the disk is full") },
    })
  })

  test('leaves the old version or the new one, and the lock agrees', async () => {
    const statuses = new Set<string>()
    const steps = Array.from({ length: 60 }, (_, at) => at + 1)
    for (const step of someOf(steps, 12)) {
      const { root, install, having, offer } = createStoring({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/a.txt': '1' })
      await install('pdf')
      offer({ 'pdf/a.txt': '2' })
      const failing = { ...having({}), store: describeStore({ root, files: failingAt(step) }) }
      const updated = await updateSkill(failing, { name: 'pdf' }).catch((error: Error) => error.message)
      statuses.add(typeof updated === 'object' && updated.ok ? 'updated' : 'refused')
      const verified = await verifyStore(having({}))
      expect(verified, `failed at change ${step}`).toMatchObject({ value: [{ name: 'pdf', status: 'ok' }] })
      expect(readFileSync(join(root, 'pdf/a.txt'), 'utf8'), `failed at change ${step}`).toMatch(/^[12]$/)
    }
    expect(statuses).toEqual(new Set(['updated', 'refused']))
  }, 120_000)
})

describe('a folder without write permission', () => {
  test('is left as it is', async () => {
    const { install, root, context, offer } = createStoring({
      'pdf/SKILL.md': skillText('pdf'),
      'mail/SKILL.md': skillText('mail'),
    })
    await install('pdf')
    offer({ 'pdf/SKILL.md': skillText('pdf', 'Something new') })
    const before = readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')
    if (!isSuperuser) for (const path of [root, context.store.folder]) chmodSync(path, 0o555)
    onTestFinished(() => {
      if (!isSuperuser) for (const path of [root, context.store.folder]) chmodSync(path, 0o755)
    })
    await asOtherUser(async () => {
      expect(await install('mail')).toMatchObject({ ok: false, failure: { code: 'system_error' } })
      expect(await updateSkill(context, { name: 'pdf' })).toMatchObject({
        ok: false,
        failure: { code: 'system_error' },
      })
      expect(await removeSkill(context, 'pdf')).toMatchObject({ ok: false, failure: { code: 'system_error' } })
    })
    expect(readFileSync(join(root, 'pdf/SKILL.md'), 'utf8')).toBe(before)
    expect(existsSync(join(root, 'mail'))).toBe(false)
  })
})

/** One megabyte, where this user may mount such a thing. */
function mountSmallDisk(): string | undefined {
  if (!isSuperuser || process.platform !== 'linux') return undefined
  try {
    const place = mkdtempSync(join(tmpdir(), 'metier-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1200k', 'tmpfs', place], { stdio: 'ignore' })
    return place
  } catch {
    return undefined
  }
}
