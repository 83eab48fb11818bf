/** Links in the directories of agents: where they lead, what is never touched, and that every change follows them. */

import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AGENTS, findAgent } from '../../../src/agents/agents.js'
import { fillFolder } from '../../../src/agents/folder-template.js'
import type { AgentPlace } from '../../../src/store/links/agent-place.js'
import { linkSkill, unlinkSkill } from '../../../src/store/links/change-links.js'
import { planLinks } from '../../../src/store/links/plan-links.js'
import { composeLock, readLock } from '../../../src/store/lock.js'
import { removeSkill } from '../../../src/store/remove.js'
import { restoreLock } from '../../../src/store/restore.js'
import { updateSkill } from '../../../src/store/update.js'
import { verifyStore } from '../../../src/store/verify.js'
import { rollbackSkill } from '../../../src/store/versions/rollback.js'
import { digestTree, readTree } from '../../../src/system/skill-files/tree-digest.js'
import { temporaryFolder, writeFiles } from '../../support/temporary.js'
import { createLinked, FILES, recordedIn, useClaude } from './linking.js'

const ENTRY = {
  source: 'clawhub',
  version: '1.0.0',
  commit: null,
  path: null,
  verdict: 'pass',
  ruleSet: '',
  approval: null,
  installedAt: '2026-11-16T21:44:26.304Z',
} as const

describe('every agent of the table', () => {
  const readers = AGENTS.filter(({ folders }) => folders !== undefined).map(({ id }) => id)

  /** A home of its own for each agent, with the same skill in it. */
  async function createHome(scope: AgentPlace['scope'], folders: (place: AgentPlace) => readonly string[]) {
    const { place, context } = createLinked({ scope })
    const { root } = context.store
    writeFiles(root, FILES)
    const files = await readTree(join(root, 'pdf'))
    const entry = { ...ENTRY, digest: digestTree(files), files }
    writeFileSync(context.store.lockFile, composeLock({ version: 1, skills: new Map([['pdf', entry]]), unknown: {} }))
    for (const folder of folders(place)) mkdirSync(folder, { recursive: true })
    return { place, context }
  }

  test.each(readers)('%s sees a personal skill, through a link only if it needs one', async (id) => {
    const { personal = [], signs = [] } = findAgent(id)?.folders ?? {}
    const own = signs.filter((sign) => /^[~$]/.test(sign))
    const { place, context } = await createHome('personal', (filled) => own.map((sign) => fillFolder(sign, filled)))
    const [first] = personal.map((template) => fillFolder(template, place))
    const isNative = personal.some((template) => fillFolder(template, place) === context.store.root)
    await linkSkill(context, { name: 'pdf', agents: [id] })
    if (first === undefined || isNative || own.length === 0) {
      expect(await recordedIn({ context })).toBeUndefined()
      return
    }
    const path = join(first, 'pdf')
    const up = path.slice(place.home.length + 1).split('/').length - 1
    expect(readlinkSync(path)).toBe(`${'../'.repeat(up)}.agents/skills/pdf`)
    expect(readFileSync(join(path, 'SKILL.md'), 'utf8')).toBe(FILES['pdf/SKILL.md'])
    expect(await recordedIn({ context })).toEqual([{ agent: id, kind: 'link' }])
    await unlinkSkill(context, { name: 'pdf', agents: [id] })
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  test.each(readers)('%s gets a link in a project only if its directory is there', async (id) => {
    const { project = [], isSharedName, isCreatedInProjects } = findAgent(id)?.folders ?? {}
    const [own = ''] = project
    const isNative = project.includes('.agents/skills')
    const needed = isSharedName === true ? own : (own.split('/')[0] ?? '')
    const { place, context } = await createHome('project', () => [])
    const { links } = await planLinks(context.store.root, place, [id])
    expect(links.length).toBe(isNative || isCreatedInProjects !== true ? 0 : 1)
    mkdirSync(join(place.base, needed), { recursive: true })
    await linkSkill(context, { name: 'pdf', agents: [id] })
    expect(await recordedIn({ context })).toEqual(isNative ? undefined : [{ agent: id, kind: 'link' }])
    if (isNative) return
    const target = `${'../'.repeat(own.split('/').length)}.agents/skills/pdf`
    expect(readlinkSync(join(place.base, own, 'pdf'))).toBe(target)
  })
})

describe('a linked skill', () => {
  test('keeps its link through update, rollback, removal and the rollback of a removal', async () => {
    const { home, install, context, offer } = createLinked()
    const path = useClaude(home)
    await install(['claude-code'])
    offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    expect(await updateSkill(context, { name: 'pdf' })).toMatchObject({ value: { status: 'updated' } })
    const read = () => readFileSync(join(path, 'scripts/run.sh'), 'utf8')
    expect(read()).toBe('echo 2\n')
    await rollbackSkill(context, { name: 'pdf' })
    expect(read()).toBe('echo 1\n')
    const removed = await removeSkill(context, 'pdf')
    expect(removed).toMatchObject({ value: { links: [{ agent: 'claude-code', path, status: 'removed' }] } })
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
    await rollbackSkill(context, { name: 'pdf' })
    expect(read()).toBe('echo 1\n')
    expect(await recordedIn({ context })).toEqual([{ agent: 'claude-code', kind: 'link' }])
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
  })

  test('is linked and unlinked later, and twice changes nothing', async () => {
    const { home, install, context } = createLinked()
    const path = useClaude(home)
    await install([])
    const request = { name: 'pdf', agents: ['claude-code', 'codex'] }
    for (let time = 0; time < 2; time++) {
      expect(await linkSkill(context, request)).toMatchObject({
        value: {
          outcomes: [{ agent: 'claude-code', path, status: 'linked' }],
          unneeded: [{ agent: 'codex', reason: 'reads_root', folder: context.store.root }],
        },
      })
    }
    expect(await unlinkSkill(context, request)).toMatchObject({ value: { outcomes: [{ status: 'removed' }] } })
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
    expect(await recordedIn({ context })).toBeUndefined()
  })

  test('stays in a directory that two agents share until neither is linked', async () => {
    const { home, install, context } = createLinked()
    mkdirSync(join(home, '.zencoder'))
    await install(['zencoder', 'zenflow'])
    const path = join(home, '.zencoder/skills/pdf')
    await unlinkSkill(context, { name: 'pdf', agents: ['zencoder'] })
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    await unlinkSkill(context, { name: 'pdf', agents: ['zenflow'] })
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('needs no link if the whole directory of the agent leads to the root', async () => {
    const { home, root, install, context } = createLinked()
    mkdirSync(join(home, '.claude'))
    symlinkSync('../.agents/skills', join(home, '.claude/skills'))
    mkdirSync(root, { recursive: true })
    await install(['claude-code'])
    expect(await recordedIn({ context })).toBeUndefined()
    expect(await linkSkill(context, { name: 'pdf', agents: ['claude-code'] })).toMatchObject({
      value: { outcomes: [], unneeded: [{ reason: 'reads_root', folder: join(home, '.claude/skills') }] },
    })
  })

  test('leads from the real directory of an agent', async () => {
    const { home, install } = createLinked()
    const elsewhere = temporaryFolder()
    symlinkSync(elsewhere, join(home, '.claude'))
    await install(['claude-code'])
    expect(readFileSync(join(elsewhere, 'skills/pdf/SKILL.md'), 'utf8')).toBe(FILES['pdf/SKILL.md'])
  })
})

describe('a copy', () => {
  test('is made on Windows, follows every change, and is removed', async () => {
    const { home, install, context, offer } = createLinked({ platform: 'win32' })
    const path = useClaude(home)
    await install(['claude-code'])
    expect(await recordedIn({ context })).toEqual([{ agent: 'claude-code', kind: 'copy' }])
    expect(lstatSync(path).isDirectory()).toBe(true)
    const read = () => readFileSync(join(path, 'scripts/run.sh'), 'utf8')
    offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    await updateSkill(context, { name: 'pdf' })
    expect(read()).toBe('echo 2\n')
    await rollbackSkill(context, { name: 'pdf' })
    expect(read()).toBe('echo 1\n')
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
    await removeSkill(context, 'pdf')
    expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  test('that was edited is drift, and neither replaced nor removed', async () => {
    const { home, install, context, offer } = createLinked({ platform: 'win32' })
    const path = useClaude(home)
    await install(['claude-code'])
    writeFileSync(join(path, 'scripts/run.sh'), 'mine\n')
    expect(await verifyStore(context)).toMatchObject({
      value: [{ status: 'unlinked', links: [{ path, state: 'foreign' }] }],
    })
    offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    await updateSkill(context, { name: 'pdf' })
    await removeSkill(context, 'pdf')
    expect(readFileSync(join(path, 'scripts/run.sh'), 'utf8')).toBe('mine\n')
  })
})

describe('drift', () => {
  const BREAKING: Readonly<Record<string, (path: string) => void>> = {
    absent: () => undefined,
    broken: (path) => symlinkSync('../nowhere', path),
    foreign: (path) => mkdirSync(path),
  }

  test.each(Object.keys(BREAKING))(
    'a link that is %s is reported, and only a missing one is made again',
    async (state) => {
      const { home, install, context } = createLinked()
      const path = useClaude(home)
      await install(['claude-code'])
      rmSync(path)
      BREAKING[state]?.(path)
      const drifted = { status: 'unlinked', links: [{ agent: 'claude-code', path, state }] }
      expect(await verifyStore(context)).toMatchObject({ value: [drifted] })
      await restoreLock(context)
      const isRepaired = state === 'absent'
      expect(await verifyStore(context)).toMatchObject({ value: [isRepaired ? { status: 'ok' } : drifted] })
      const removed = await removeSkill(context, 'pdf')
      expect(removed).toMatchObject({ value: { links: [{ status: isRepaired ? 'removed' : 'left' }] } })
      expect(lstatSync(path, { throwIfNoEntry: false }) === undefined).toBe(isRepaired)
    },
  )

  test("an entry that was there before is somebody else's skill", async () => {
    const { home, install, context } = createLinked()
    const path = useClaude(home)
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'SKILL.md'), 'mine')
    const installed = await install(['claude-code'])
    expect(installed).toMatchObject({ value: { links: { outcomes: [{ path, status: 'left', state: 'foreign' }] } } })
    expect(await recordedIn({ context })).toBeUndefined()
    expect(readFileSync(join(path, 'SKILL.md'), 'utf8')).toBe('mine')
  })

  test('an entry that cannot be read is left', async () => {
    const { home, install, context } = createLinked()
    mkdirSync(join(home, '.claude'))
    symlinkSync('skills', join(home, '.claude/skills'))
    const installed = await install(['claude-code'])
    expect(installed).toMatchObject({ value: { links: { outcomes: [{ status: 'left', state: 'unreadable' }] } } })
    expect(await recordedIn({ context })).toBeUndefined()
  })

  test("a project's link never decides where a link is written", async () => {
    const { home, install, context } = createLinked({ scope: 'project' })
    const outside = temporaryFolder()
    symlinkSync(outside, join(home, '.claude'))
    const installed = await install(['claude-code'])
    expect(installed).toMatchObject({ value: { links: { outcomes: [{ status: 'left', state: 'outside' }] } } })
    expect(await recordedIn({ context })).toBeUndefined()
    expect(lstatSync(join(outside, 'skills'), { throwIfNoEntry: false })).toBeUndefined()
  })

  test('a lockfile names agents only: an unknown one is kept and leads nowhere', async () => {
    const { install, context } = createLinked()
    await install([])
    const { lockFile } = context.store
    const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
    lock.skills.pdf.links = [{ agent: '../../evil', kind: 'copy' }]
    writeFileSync(lockFile, JSON.stringify(lock))
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
    lock.skills.pdf.links = [{ agent: 'claude-code', kind: 'hard' }]
    writeFileSync(lockFile, JSON.stringify(lock))
    expect(await readLock(lockFile)).toMatchObject({ ok: false })
    expect(dirname(lockFile)).toContain('.agents')
  })
})
