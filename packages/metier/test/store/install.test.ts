import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Source } from '../../src/sources/source.js'
import type { ApprovalRequest } from '../../src/store/approvals/approval-request.js'
import { readLock } from '../../src/store/lock.js'
import { digestTree, readTree } from '../../src/system/skill-files/tree-digest.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { createStoring, scanWith } from './storing.js'

const PDF = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }

describe('what comes in', () => {
  test('security 6.15: is in the lock with its source, its digest, every file, the verdict and the rule set', async () => {
    const { install, context, root, source } = createStoring(PDF)
    chmodSync(join(source, 'pdf/scripts/run.sh'), 0o4777)
    const installed = await install('pdf')
    const lock = await readLock(context.store.lockFile)
    const entry = lock.ok ? lock.value.skills.get('pdf') : undefined
    expect(installed).toMatchObject({ ok: true, value: { folder: join(root, 'pdf') } })
    expect(entry).toMatchObject({
      source: `local:${join(source, 'pdf')}`,
      verdict: 'pass',
      ruleSet: 'test',
      approval: null,
      files: [
        { path: 'SKILL.md', size: PDF['pdf/SKILL.md'].length, mode: '0644' },
        { path: 'scripts/run.sh', size: 7, mode: '0755' },
      ],
    })
    expect(entry?.digest).toBe(digestTree(await readTree(join(root, 'pdf'))))
    expect(statSync(join(root, 'pdf/scripts/run.sh')).mode & 0o7777).toBe(0o755)
  })

  test('security 6.7: is in the lock with the links that became files; a link that leaves is a note, and the rest comes in', async () => {
    const links = { 'pdf/CLAUDE.md': { linkTo: 'SKILL.md' }, 'pdf/secret': { linkTo: '/etc/passwd' } }
    const { install, context, root } = createStoring({ ...PDF, ...links })
    const installed = await install('pdf')
    expect(installed).toMatchObject({
      ok: true,
      value: {
        leftOut: ['secret'],
        examination: { verdict: 'pass', findings: [{ rule: 'SK-ST001', severity: 'note' }] },
      },
    })
    expect(lstatSync(join(root, 'pdf/CLAUDE.md')).isFile()).toBe(true)
    expect(existsSync(join(root, 'pdf/secret'))).toBe(false)
    const lock = await readLock(context.store.lockFile)
    const entry = lock.ok ? lock.value.skills.get('pdf') : undefined
    expect(entry?.replacedLinks).toEqual([{ path: 'CLAUDE.md', target: 'SKILL.md' }])
    expect(entry?.files.map(({ path }) => path)).toEqual(['CLAUDE.md', 'SKILL.md', 'scripts/run.sh'])
  })

  test('security 6.11: lay in a folder below the root that only its user could enter and no loader looks into', async () => {
    const seen: { name: string; mode: number; files: string[] }[] = []
    const storing = createStoring(PDF)
    const scan = async () => {
      const staging = join(storing.root, '.metier-store/staging')
      const [id = ''] = readdirSync(staging)
      const files = readdirSync(join(staging, id, 'incoming')).toSorted()
      seen.push({ name: '.metier-store', mode: lstatSync(join(staging, id)).mode & 0o777, files })
      return { findings: [], ruleSet: 'test' }
    }
    await storing.install('pdf', {}, storing.having({ scan }))
    expect(seen).toEqual([{ name: '.metier-store', mode: 0o700, files: ['SKILL.md', 'scripts'] }])
    expect(lstatSync(join(storing.root, '.metier-store')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(storing.root, '.metier-store/staging'))).toEqual([])
  })

  test('security 6.6: is refused where the files changed while they were scanned', async () => {
    const storing = createStoring(PDF)
    const scan = async () => {
      const staging = join(storing.root, '.metier-store/staging')
      writeFileSync(join(staging, readdirSync(staging)[0] ?? '', 'incoming/scripts/run.sh'), 'echo 2\n')
      return { findings: [], ruleSet: 'test' }
    }
    expect(await storing.install('pdf', {}, storing.having({ scan }))).toMatchObject({
      ok: false,
      failure: { code: 'integrity_mismatch' },
    })
    expect(existsSync(join(storing.root, 'pdf'))).toBe(false)
    expect(existsSync(storing.context.store.lockFile)).toBe(false)
  })

  test.each(['../x', 'a/b', '.x', 'X', 'a_b', '', '@o', '@o/', '@O/a', '-a', 'a-', 'x'.repeat(65), 'nul\0', 'CON '])(
    'security 6.10: has a folder named by one grammar; %j is refused before a path is made of it',
    async (skill) => {
      const storing = createStoring({ ...PDF })
      const before = readdirSync(storing.home)
      expect(await storing.install('pdf', { skill })).toMatchObject({ ok: false, failure: { code: 'skill_invalid' } })
      expect(readdirSync(storing.home)).toEqual(before)
    },
  )

  test('is not where a link took the place of the store', async () => {
    const storing = createStoring(PDF)
    const elsewhere = temporaryFolder({ 'staging/1.0.00000000.0000000000000000/precious': 'x' })
    mkdirSync(storing.root, { recursive: true })
    symlinkSync(elsewhere, join(storing.root, '.metier-store'))
    expect(await storing.install('pdf')).toMatchObject({ ok: false, failure: { code: 'system_error' } })
    expect(existsSync(join(elsewhere, 'staging/1.0.00000000.0000000000000000/precious'))).toBe(true)
  })

  test('is not where the folder of its owner is a link', async () => {
    const storing = createStoring({ 'pdf/SKILL.md': skillText('pdf') })
    const elsewhere = temporaryFolder()
    mkdirSync(storing.root, { recursive: true })
    symlinkSync(elsewhere, join(storing.root, '@owner'))
    expect(await storing.install('pdf', { skill: '@owner/pdf' })).toMatchObject({ ok: false })
    expect(readdirSync(elsewhere)).toEqual([])
  })
})

describe('the gate', () => {
  test('a block is refused, force or not, whoever agrees', async () => {
    const { install, having, root } = createStoring(PDF, { scan: scanWith({ severity: 'block' }) })
    const context = having({ approve: () => true })
    const first = await install('pdf', { force: true }, context)
    expect(first).toMatchObject({ ok: false, failure: { code: 'scan_blocked', line: 45 } })
    const digest = first.ok ? '' : first.details?.digest
    expect(await install('pdf', { accept: digest }, context)).toMatchObject({ failure: { code: 'scan_blocked' } })
    expect(existsSync(join(root, 'pdf'))).toBe(false)
  })

  test('security 6.8: is refused where a folder is there that some file system takes for its own', async () => {
    const { install, root } = createStoring({ 'pdf/SKILL.md': skillText('pdf') })
    writeFiles(root, { 'PDF/SKILL.md': skillText('pdf') })
    expect(await install('pdf')).toMatchObject({ ok: false, failure: { code: 'skill_exists' } })
  })

  test('security 6.34: force overwrites a skill and touches neither trust nor scan', async () => {
    const storing = createStoring(PDF)
    await storing.install('pdf')
    const untrusting = storing.having({ isTrusted: () => false })
    const blocking = storing.having({ scan: scanWith({}) })
    expect(await storing.install('pdf', { force: true }, untrusting)).toMatchObject({
      failure: { code: 'source_untrusted' },
    })
    expect(await storing.install('pdf', { force: true }, blocking)).toMatchObject({ failure: { code: 'scan_blocked' } })
    expect(await storing.install('pdf', { force: true })).toMatchObject({ ok: true })
  })

  test('a warning without anybody to ask is refused with what must be accepted', async () => {
    const { install, source } = createStoring(PDF, { scan: scanWith({ severity: 'warn' }) })
    const refused = await install('pdf')
    const digest = refused.ok ? '' : (refused.details?.digest ?? '')
    expect(refused).toMatchObject({
      failure: { code: 'scan_blocked' },
      details: { unaccepted: { action: 'install', skill: 'pdf', source: `local:${join(source, 'pdf')}`, digest } },
    })
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(await install('pdf', { accept: 'sha256:other' })).toMatchObject({ ok: false })
    expect(await install('pdf', { accept: digest })).toMatchObject({
      ok: true,
      value: { entry: { verdict: 'warn', approval: { digest, rules: ['SK-EX001'] } } },
    })
  })

  test('consent is asked with the findings, and kept for that digest alone', async () => {
    const asked: ApprovalRequest[] = []
    const storing = createStoring(PDF, { scan: scanWith({ severity: 'warn' }) })
    const context = storing.having({ approve: (request) => asked.push(request) > 0 })
    await storing.install('pdf', {}, context)
    await storing.install('pdf', { force: true }, context)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ action: 'install', skill: 'pdf', findings: [{ severity: 'warn' }] })
    storing.offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    await storing.install('pdf', { force: true }, context)
    expect(asked).toHaveLength(2)
  })

  test('consent does not cover what the same bytes are warned of for a further reason', async () => {
    const storing = createStoring(PDF, { scan: scanWith({ severity: 'warn', rule: 'SK-EX001' }) })
    await storing.install('pdf', {}, storing.having({ approve: () => true }))
    const further = storing.having({ scan: scanWith({ severity: 'warn' }, { severity: 'warn', rule: 'SK-SC005' }) })
    expect(await storing.install('pdf', { force: true })).toMatchObject({ ok: true })
    expect(await storing.install('pdf', { force: true }, further)).toMatchObject({ failure: { code: 'scan_blocked' } })
  })

  test.each([false, undefined, 'yes', 1])('an answer of %j is no consent', async (given) => {
    const { install, having } = createStoring(PDF, { scan: scanWith({ severity: 'warn' }) })
    expect(await install('pdf', {}, having({ approve: () => given as boolean }))).toMatchObject({ ok: false })
  })

  test('an operator sets a blocking rule aside for one digest, and the lock says so', async () => {
    const { install } = createStoring(PDF, { scan: scanWith({ severity: 'block' }) })
    const refused = await install('pdf')
    const digest = refused.ok ? '' : (refused.details?.digest ?? '')
    expect(await install('pdf', { allow: { rules: ['SK-RX001'], digest } })).toMatchObject({ ok: false })
    expect(await install('pdf', { allow: { rules: ['SK-EX001'], digest: 'sha256:other' } })).toMatchObject({
      ok: false,
    })
    expect(await install('pdf', { allow: { rules: ['SK-EX001'], digest } })).toMatchObject({
      ok: true,
      value: { entry: { verdict: 'block', approval: { digest, rules: ['SK-EX001'] } } },
    })
  })

  test('what its source itself blocks can be set aside by nobody', async () => {
    const storing = createStoring(PDF)
    const { local } = storing.context.sources
    const source: Source = {
      ...local,
      resolve: async (...words) => {
        const offers = await local.resolve(...words)
        if (!offers.ok) return offers
        const [finding] = (await scanWith({ rule: 'SK-SC009', pattern: 'known malware' })([])).findings
        return { ok: true, value: offers.value.map((offer) => ({ ...offer, findings: finding ? [finding] : [] })) }
      },
    }
    const context = storing.having({ sources: { ...storing.context.sources, local: source } })
    const refused = await storing.install('pdf', {}, context)
    const digest = refused.ok ? '' : (refused.details?.digest ?? '')
    const allow = { rules: ['SK-SC009'], digest }
    expect(await storing.install('pdf', { allow, force: true }, context)).toMatchObject({
      failure: { code: 'scan_blocked' },
    })
  })

  test.each([
    ['no SKILL.md', { 'pdf/README.md': 'x' }],
    ['a SKILL.md that is no text', { 'pdf/SKILL.md': Uint8Array.from([0xff, 0xfe, 0x00]) }],
    ['a SKILL.md of more than 1 MiB', { 'pdf/SKILL.md': skillText('pdf', 'x', 'y'.repeat(1024 * 1024)) }],
  ])('a bundle with %s does not come in', async (_, files) => {
    const { install, root } = createStoring(files)
    expect(await install('pdf')).toMatchObject({ ok: false })
    expect(existsSync(join(root, 'pdf'))).toBe(false)
  })

  test('an aborted signal leaves nothing behind', async () => {
    const { install, having, root } = createStoring(PDF)
    const abortion = new AbortController()
    const scan = async () => {
      abortion.abort()
      return { findings: [], ruleSet: 'test' }
    }
    await expect(install('pdf', {}, having({ scan, signal: abortion.signal }))).rejects.toThrow()
    expect(existsSync(join(root, 'pdf'))).toBe(false)
    expect(existsSync(join(root, '.metier-store'))).toBe(false)
  })

  test('every phase is told to whoever shows it', async () => {
    const phases: string[] = []
    const { install, having } = createStoring(PDF)
    await install('pdf', {}, having({ onProgress: ({ phase }) => phases.push(phase) }))
    expect(phases).toEqual(expect.arrayContaining(['resolve', 'scan', 'commit']))
  })
})

test('what the store keeps for itself stays out of a repository', async () => {
  const { install, root } = createStoring(PDF)
  await install('pdf')
  expect(readFileSync(join(root, '.metier-store/.gitignore'), 'utf8')).toBe('*\n')
})
