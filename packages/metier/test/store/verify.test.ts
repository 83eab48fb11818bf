import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RULE_SET } from '../../src/gate/rule-set.js'
import { lookAt } from '../../src/store/installed.js'
import { type LockEntry, readLock } from '../../src/store/lock.js'
import { findOutdated } from '../../src/store/outdated.js'
import { restoreLock } from '../../src/store/restore.js'
import { verifyStore } from '../../src/store/verify.js'
import { rollbackSkill } from '../../src/store/versions/rollback.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { createStoring, type Storing } from './storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }
const NEXT = { 'pdf/scripts/run.sh': 'echo 2\n' }

function fileIn({ root }: Storing, path = 'pdf/scripts/run.sh'): string {
  return readFileSync(join(root, path), 'utf8')
}

describe('verifying', () => {
  test('security 5.7: says which skills were scanned with other rules than those of now', async () => {
    const storing = createStoring({ ...PDF, 'fine/SKILL.md': skillText('fine') })
    await storing.install('pdf')
    const now = storing.having({ scan: async () => ({ findings: [], ruleSet: RULE_SET }) })
    await storing.install('fine', {}, now)
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ name: 'fine' }, { name: 'pdf', status: 'ok', scannedWith: 'test' }],
    })
    const verified = await verifyStore(storing.context)
    expect(verified.ok && verified.value[0]).not.toHaveProperty('scannedWith')
  })

  test('security 6.35: shows what changed file by file, what is gone, and what no lock names', async () => {
    const storing = createStoring({ ...PDF, 'mail/SKILL.md': skillText('mail'), 'fine/SKILL.md': skillText('fine') })
    for (const name of ['pdf', 'mail', 'fine']) await storing.install(name)
    writeFileSync(join(storing.root, 'pdf/SKILL.md'), skillText('pdf', 'Something else'))
    writeFileSync(join(storing.root, 'pdf/new.md'), 'x')
    rmSync(join(storing.root, 'pdf/scripts'), { recursive: true })
    rmSync(join(storing.root, 'mail'), { recursive: true })
    mkdirSync(join(storing.root, 'mine'))
    writeFileSync(join(storing.root, 'mine/SKILL.md'), skillText('mine'))
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [
        { name: 'fine', status: 'ok', changed: [] },
        { name: 'mail', status: 'missing' },
        { name: 'mine', status: 'unmanaged' },
        {
          name: 'pdf',
          status: 'changed',
          changes: [
            { path: 'SKILL.md', change: 'changed' },
            { path: 'new.md', change: 'added' },
            { path: 'scripts/run.sh', change: 'removed' },
          ],
        },
      ],
    })
  })

  test('sees a link in the place of a file, and a file that became a program', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    rmSync(join(storing.root, 'pdf/scripts/run.sh'))
    symlinkSync('/etc/hostname', join(storing.root, 'pdf/scripts/run.sh'))
    writeFileSync(join(storing.root, 'pdf/SKILL.md'), PDF['pdf/SKILL.md'], { mode: 0o755 })
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ changed: ['scripts/run.sh'] }] })
  })

  test("knows the skills that ClawHub's own client installed, with where they came from", async () => {
    const storing = createStoring()
    const skill = join(storing.root, 'weather')
    mkdirSync(join(skill, '.clawhub'), { recursive: true })
    writeFileSync(join(skill, 'SKILL.md'), 'hello\n')
    const fingerprint = 'b1898240c64e3b48ea233f11d3f047361dd93649a0cf01efed3b6ef0d8d47e68'
    const origin = {
      version: 1,
      registry: 'https://clawhub.example',
      slug: 'weather',
      installedVersion: '1.2.3',
      installedAt: 1_730_000_000_000,
      fingerprint,
    }
    writeFileSync(join(skill, '.clawhub/origin.json'), JSON.stringify(origin))
    mkdirSync(join(storing.home, '.agents/.clawhub'))
    const lock = { version: 1, skills: { weather: { version: '1.2.3', pinned: true, ownerHandle: 'someone' } } }
    writeFileSync(join(storing.home, '.agents/.clawhub/lock.json'), JSON.stringify(lock))
    const known = {
      client: 'clawhub',
      registry: 'https://clawhub.example',
      owner: 'someone',
      version: '1.2.3',
      pinned: true,
    }
    expect(await verifyStore(storing.context)).toMatchObject({
      value: [{ name: 'weather', status: 'unmanaged', origin: { ...known, isUnchanged: true } }],
    })
    writeFileSync(join(skill, 'SKILL.md'), 'changed\n')
    expect(await verifyStore(storing.context)).toMatchObject({ value: [{ origin: { isUnchanged: false } }] })
  })
})

describe('a frozen install', () => {
  test('restores exactly what the lock says, and leaves the lock as it is', async () => {
    const storing = createStoring({ ...PDF, 'mail/SKILL.md': skillText('mail') })
    for (const name of ['pdf', 'mail']) await storing.install(name)
    const text = readFileSync(storing.context.store.lockFile, 'utf8')
    rmSync(storing.root, { recursive: true })
    expect(await restoreLock(storing.context)).toMatchObject({
      value: [
        { name: 'mail', status: 'restored' },
        { name: 'pdf', status: 'restored' },
      ],
    })
    expect(readFileSync(storing.context.store.lockFile, 'utf8')).toBe(text)
    expect(fileIn(storing)).toBe('echo 1\n')
  })

  test('fails where the source has other files now', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    rmSync(storing.root, { recursive: true })
    storing.offer(NEXT)
    expect(await restoreLock(storing.context)).toMatchObject({
      value: [{ status: 'failed', outcome: { failure: { code: 'integrity_mismatch' } } }],
    })
    expect(existsSync(join(storing.root, 'pdf'))).toBe(false)
  })

  test('takes what is kept here where the source has it no longer', async () => {
    const { storing, text } = await createReplaced()
    rmSync(storing.source, { recursive: true })
    expect(await restoreLock(storing.context)).toMatchObject({ value: [{ name: 'pdf', status: 'restored' }] })
    expect(fileIn(storing)).toBe('echo 1\n')
    expect(readFileSync(storing.context.store.lockFile, 'utf8')).toBe(text)
  })

  test('takes nothing that is kept of a source that is not trusted', async () => {
    const { storing } = await createReplaced()
    expect(await restoreLock(storing.having({ isTrusted: () => false }))).toMatchObject({
      value: [{ status: 'failed', outcome: { failure: { code: 'source_untrusted' } } }],
    })
  })

  test('asks the source where what is kept is damaged', async () => {
    const { storing } = await createReplaced()
    storing.offer(PDF)
    rmSync(storing.context.store.objects, { recursive: true })
    expect(await restoreLock(storing.context)).toMatchObject({ value: [{ name: 'pdf', status: 'restored' }] })
    expect(fileIn(storing)).toBe('echo 1\n')
  })
})

/** A skill that was replaced by its next version, and a lock that says the first one again, as after a checkout. */
async function createReplaced() {
  const storing = createStoring(PDF)
  await storing.install('pdf')
  const text = readFileSync(storing.context.store.lockFile, 'utf8')
  storing.offer(NEXT)
  await storing.install('pdf', { force: true })
  writeFileSync(storing.context.store.lockFile, text)
  return { storing, text }
}

test('a journal that a project brings with it can lead nowhere else', async () => {
  const storing = createStoring(PDF)
  await storing.install('pdf')
  const lock = await readLock(storing.context.store.lockFile)
  const entry = (lock.ok ? lock.value.skills.get('pdf') : undefined) as LockEntry
  const precious = temporaryFolder({ 'file.txt': 'x' })
  const intent = {
    version: 1,
    name: 'pdf',
    quarantine: `../../../../${precious}`,
    entry: { ...entry, digest: 'sha256:0' },
  }
  writeFileSync(storing.context.store.journal, JSON.stringify(intent))
  expect(await verifyStore(storing.context)).toMatchObject({ value: [{ name: 'pdf', status: 'ok' }] })
  expect(existsSync(join(precious, 'file.txt'))).toBe(true)
  expect(existsSync(storing.context.store.journal)).toBe(false)
  const found = await lookAt(storing.context.store, { owner: undefined, slug: 'pdf', text: 'pdf' }, entry)
  expect(found).toMatchObject({ ok: true, value: { digest: entry.digest } })
})

describe('a skill whose folder cannot be read', () => {
  async function damaged(): Promise<Storing> {
    const storing = createStoring({ ...PDF, 'mail/SKILL.md': skillText('mail') })
    for (const name of ['pdf', 'mail']) await storing.install(name)
    rmSync(join(storing.root, 'pdf'), { recursive: true })
    writeFileSync(join(storing.root, 'pdf'), 'a file in its place')
    return storing
  }

  test('is told by its name, and hides no other from verify', async () => {
    const storing = await damaged()
    expect(await verifyStore(storing.context)).toMatchObject({
      ok: true,
      value: [
        { name: 'mail', status: 'ok' },
        { name: 'pdf', status: 'changed', problem: expect.stringContaining("Reading 'pdf' failed") },
      ],
    })
  })

  test('stops neither outdated nor the restoring of others, and nothing is thrown', async () => {
    const storing = await damaged()
    expect(await findOutdated(storing.context)).toMatchObject({
      value: [
        { name: 'mail', status: 'current' },
        { name: 'pdf', status: 'unavailable' },
      ],
    })
    rmSync(join(storing.root, 'mail'), { recursive: true })
    expect(await restoreLock(storing.context)).toMatchObject({
      value: [
        { name: 'mail', status: 'restored' },
        { name: 'pdf', status: 'failed' },
      ],
    })
    expect(await rollbackSkill(storing.context, { name: 'pdf' })).toMatchObject({
      ok: false,
      failure: { code: 'system_error' },
    })
  })

  test('and that nobody installed is left out: a link to itself is no skill', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    symlinkSync('loop', join(storing.root, 'loop'))
    expect(await verifyStore(storing.context)).toMatchObject({ ok: true, value: [{ name: 'pdf', status: 'ok' }] })
  })
})
