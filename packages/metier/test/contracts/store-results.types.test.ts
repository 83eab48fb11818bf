/** The answers about installed skills as a host narrows them: `tsc` checks the types, the run checks the values. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  BlockingEntry,
  EntryState,
  FailureCode,
  FileChange,
  Finding,
  FrozenResult,
  InstallResult,
  InstallSeveralResult,
  LinkOutcome,
  LinkResult,
  LockedResult,
  OutdatedResult,
  PinResult,
  RemoveResult,
  RollbackResult,
  UpdateAllResult,
  UpdateResult,
  VerifyResult,
} from '../../src/index.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

async function openInstalled() {
  const place = temporaryFolder({
    'offered/pdf/SKILL.md': skillText('pdf'),
    'offered/logo/SKILL.md': skillText('logo'),
    'offered/logo/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="start()"></svg>',
  })
  const [home, workdir] = [join(place, 'home'), join(place, 'work')]
  for (const folder of [home, workdir]) mkdirSync(folder)
  const skills = await openManager({ home, workdir })
  const from = `local:${join(place, 'offered')}`
  const installed = await skills.install({ skill: 'pdf', from })
  return { place, skills, from, installed }
}

describe('install', () => {
  test('narrows by its error', async () => {
    const { skills, from } = await openInstalled()
    const answer = await skills.install({ skill: 'pdf', from })
    expectTypeOf(answer).toEqualTypeOf<InstallResult>()
    if ('error' in answer) {
      expectTypeOf(answer.installed).toEqualTypeOf<false>()
      expectTypeOf(answer.error).toEqualTypeOf<string>()
      expect(answer.error).toBe('skill exists')
    } else {
      expectTypeOf(answer.path).toEqualTypeOf<string>()
      expect.unreachable(answer.path)
    }
  })

  test('narrows by installed', async () => {
    const { installed: answer } = await openInstalled()
    if (!answer.installed) {
      expectTypeOf(answer.error).toEqualTypeOf<string>()
      return expect.unreachable(answer.error)
    }
    expectTypeOf(answer.installed).toEqualTypeOf<true>()
    expectTypeOf(answer.eligible).toEqualTypeOf<boolean>()
    expectTypeOf(answer.missing.bins).toEqualTypeOf<readonly string[] | undefined>()
    expectTypeOf(answer.install_hints[0]?.command).toEqualTypeOf<string | undefined>()
    expectTypeOf(answer.warnings).toEqualTypeOf<readonly string[]>()
    expectTypeOf(answer.findings).toEqualTypeOf<readonly Finding[]>()
    expectTypeOf(answer.content.size).toEqualTypeOf<number>()
    expectTypeOf(answer.unapproved?.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: an installed skill has no error
    expect(answer.error).toBeUndefined()
    expect(answer.path).toContain('pdf')
  })

  test('says by its fields why it was refused', async () => {
    const { skills, from } = await openInstalled()
    const danger = await skills.install({ skill: 'logo', from })
    if (!('pattern' in danger)) return expect.unreachable()
    expectTypeOf(danger.error).toEqualTypeOf<'dangerous pattern detected'>()
    expectTypeOf(danger.line).toEqualTypeOf<number>()
    // @ts-expect-error: the contract has the worst pattern only
    expect(danger.findings).toBeUndefined()
    const unknown = await skills.install({ skill: 'unknown', from })
    if (!('code' in unknown)) return expect.unreachable()
    expectTypeOf(unknown.code).toEqualTypeOf<FailureCode>()
    expect(unknown.code).toBe('skill_not_found')
  })

  test('of several gives a row for each', async () => {
    const { skills, from } = await openInstalled()
    const answer = await skills.installSeveral({ from, skills: ['pdf', 'logo'], force: true })
    expectTypeOf(answer).toEqualTypeOf<InstallSeveralResult>()
    if (!('skills' in answer)) return expect.unreachable(answer.error)
    expectTypeOf(answer.installed).toEqualTypeOf<number>()
    const refused = answer.skills.find((row) => 'pattern' in row)
    if (refused === undefined || !('pattern' in refused)) return expect.unreachable()
    expectTypeOf(refused.findings).toEqualTypeOf<readonly Finding[]>()
    expect(refused.hint).toContain(`--accept ${refused.digest}`)
    const paths = answer.skills.flatMap((row) => (row.installed ? [row.path] : []))
    expectTypeOf(paths).toEqualTypeOf<string[]>()
    expect([answer.installed, paths.length]).toEqual([1, 1])
  })

  test('of a lock gives what became of each skill', async () => {
    const { skills } = await openInstalled()
    const answer = await skills.installFrozen()
    expectTypeOf(answer).toEqualTypeOf<FrozenResult>()
    if ('error' in answer) return expect.unreachable(answer.error)
    expectTypeOf(answer.frozen).toEqualTypeOf<true>()
    expectTypeOf(answer.skills[0]?.status).toEqualTypeOf<'unchanged' | 'restored' | 'failed' | undefined>()
    expect(answer.skills).toEqual([
      { name: 'pdf', status: 'unchanged', root: expect.any(String), scope: expect.any(String) },
    ])
  })
})

describe('update', () => {
  test('has a reason if nothing changed, and both versions if something did', async () => {
    const { skills, place } = await openInstalled()
    const left = await skills.update('pdf')
    expectTypeOf(left).toEqualTypeOf<UpdateResult>()
    if ('error' in left || left.updated) return expect.unreachable()
    expectTypeOf(left.reason).toEqualTypeOf<
      'up to date' | 'pinned' | 'its source has an older version only' | 'only shown' | 'no source'
    >()
    expect(left.reason).toBe('up to date')
    writeFiles(place, { 'offered/pdf/notes.md': 'new' })
    const updated = await skills.update('pdf')
    if ('error' in updated || !updated.updated) return expect.unreachable()
    expectTypeOf(updated.from.version).toEqualTypeOf<string>()
    expectTypeOf(updated.changes).toEqualTypeOf<readonly FileChange[]>()
    expectTypeOf(updated.root).toEqualTypeOf<string>()
    expect(updated.changes).toMatchObject([{ path: 'notes.md', change: 'added' }])
  })

  test('of all gives a row for each, and an error if some failed', async () => {
    const { skills } = await openInstalled()
    const answer = await skills.updateAll()
    expectTypeOf(answer).toEqualTypeOf<UpdateAllResult>()
    if ('error' in answer) {
      expectTypeOf(answer.errors).toEqualTypeOf<readonly string[] | undefined>()
      return expect.unreachable(answer.error)
    }
    expectTypeOf(answer.updated).toEqualTypeOf<number>()
    expectTypeOf(answer.skills[0]?.updated).toEqualTypeOf<boolean | undefined>()
    expect(answer.skills.map(({ name, scope }) => [name, scope])).toEqual([['pdf', 'personal']])
  })
})

test('remove and rollback narrow by their error', async () => {
  const { skills } = await openInstalled()
  const removed = await skills.remove('pdf')
  expectTypeOf(removed).toEqualTypeOf<RemoveResult>()
  if ('error' in removed) return expect.unreachable(removed.error)
  expectTypeOf(removed.path).toEqualTypeOf<string>()
  const back = await skills.rollback('pdf')
  expectTypeOf(back).toEqualTypeOf<RollbackResult>()
  if ('error' in back) return expect.unreachable(back.error)
  expectTypeOf(back.to.keptAt).toEqualTypeOf<string>()
  expectTypeOf(back.edited).toEqualTypeOf<true | undefined>()
  expect(back.digest).toBe(removed.digest)
  const refused = await skills.remove('unknown')
  if (refused.removed) return expect.unreachable(refused.path)
  expectTypeOf(refused.error).toEqualTypeOf<string>()
  expect(refused.error).toContain('unknown')
})

test('link and unlink narrow by their error, and each outcome by its status', async () => {
  const { place, skills } = await openInstalled()
  const path = join(place, 'home/.claude/skills/pdf')
  writeFiles(path, { 'SKILL.md': 'mine' })
  const request = { agents: ['claude-code', 'cursor'] }
  const refused = await skills.link('pdf', request)
  expectTypeOf(refused).toEqualTypeOf<LinkResult>()
  if ('error' in refused) return expect.unreachable(refused.error)
  const [left] = refused.skills[0]?.outcomes ?? []
  if (left?.status !== 'left') return expect.unreachable(left?.status)
  expectTypeOf(left).toExtend<LinkOutcome>()
  expectTypeOf(left.state).toEqualTypeOf<EntryState>()
  expect([refused.ok, left.state, left.path]).toEqual([false, 'foreign', path])
  const asked: BlockingEntry[] = []
  const linked = await skills.link('pdf', { ...request, review: async (entry) => asked.push(entry) > 0 })
  expect(linked).toMatchObject({
    ok: true,
    skills: [{ outcomes: [{ status: 'linked' }], unneeded: [{ agent: 'cursor' }] }],
  })
  expect(asked).toMatchObject([{ agent: 'claude-code', path, found: { type: 'directory' } }])
  const unlinked = await skills.unlink('pdf', request)
  expect(unlinked).toMatchObject({ ok: true, skills: [{ outcomes: [{ status: 'removed', restored: true }] }] })
  expect(await skills.link('pdf', { ...request, force: true })).toMatchObject({ ok: true })
  const unknown = await skills.link('unknown', request)
  if (!('error' in unknown)) return expect.unreachable()
  expectTypeOf(unknown.error).toEqualTypeOf<string>()
  expect(unknown).toMatchObject({ ok: false, error: expect.stringContaining('unknown') })
})

test('verify, outdated, locked and pin have their fields without a cast', async () => {
  const { skills } = await openInstalled()
  const verified = await skills.verify()
  expectTypeOf(verified).toEqualTypeOf<VerifyResult>()
  expectTypeOf(verified.skills[0]?.status).toEqualTypeOf<
    'ok' | 'edited' | 'unlinked' | 'unverified' | 'changed' | 'missing' | 'unmanaged' | undefined
  >()
  const dated = await skills.outdated()
  expectTypeOf(dated).toEqualTypeOf<OutdatedResult>()
  expectTypeOf(dated.skills[0]?.latest).toEqualTypeOf<string | undefined>()
  const locked = await skills.locked()
  expectTypeOf(locked).toEqualTypeOf<LockedResult>()
  expectTypeOf(locked.skills[0]?.files).toEqualTypeOf<number | undefined>()
  expectTypeOf(locked.skills[0]?.pinned).toEqualTypeOf<boolean | undefined>()
  const pinned = await skills.pin('pdf')
  expectTypeOf(pinned).toEqualTypeOf<PinResult>()
  if ('error' in pinned) return expect.unreachable(pinned.error)
  expectTypeOf(pinned.changed).toEqualTypeOf<boolean>()
  expect([verified.ok, dated.outdated, locked.skills[0]?.name, pinned.pinned]).toEqual([true, 0, 'pdf', true])
})
