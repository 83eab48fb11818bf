/** What a host asks of the store through its manager. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type createManager, openManager, openPlace } from '../support/managing.js'
import { memoryFolder, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

const OFFERED = { 'offered/pdf/SKILL.md': skillText('pdf') }

test('security 6.11: what lies in quarantine is no skill to anybody', async () => {
  const staged = '.agents/skills/.metier-store/staging/1.0.00000000.0000000000000000/incoming/SKILL.md'
  const { skills } = await openPlace({
    [`home/${staged}`]: skillText('staged'),
    [`work/${staged}`]: skillText('staged'),
  })
  expect(skills.list()).toMatchObject({ count: 0 })
  expect(skills.registry.diagnostics).toEqual([])
})

describe('where skills are installed', () => {
  test("the user's own root, with the lock beside it", async () => {
    const { skills, home, from } = await openPlace(OFFERED)
    await skills.install({ skill: 'pdf', from })
    expect(existsSync(join(home, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    expect(existsSync(join(home, '.agents/skills.lock.json'))).toBe(true)
  })

  test("the project's root, where that is asked for", async () => {
    const { skills, workdir, from } = await openPlace(OFFERED)
    await skills.install({ skill: 'pdf', from, project: true })
    expect(existsSync(join(workdir, '.agents/skills/pdf/SKILL.md'))).toBe(true)
    expect(existsSync(join(workdir, '.agents/skills.lock.json'))).toBe(true)
    expect(await skills.verify()).toMatchObject({ ok: true, skills: [{ name: 'pdf' }] })
    expect(await skills.remove('pdf')).toMatchObject({ removed: true })
  })

  test('the first root that the host names', async () => {
    const { skills, place, from } = await openPlace(OFFERED, { roots: [{ path: join(temporaryFolder(), 'skills') }] })
    expect(place).not.toBe('')
    const answer = await skills.install({ skill: 'pdf', from })
    expect(skills.list()).toMatchObject({ count: 1 })
    expect(skills.info('pdf')).toMatchObject({ path: answer.installed && answer.path })
  })

  test('below its owner, where the name has one', async () => {
    const { skills, home, from } = await openPlace(OFFERED)
    expect(await skills.install({ skill: '@someone/pdf', from })).toMatchObject({
      installed: true,
      name: 'pdf',
      path: join(home, '.agents/skills/@someone/pdf/SKILL.md'),
    })
    expect(await skills.verify()).toMatchObject({ skills: [{ name: '@someone/pdf', status: 'ok' }] })
    expect(skills.getSkills().map(({ name }) => name)).toEqual(['pdf'])
  })
})

test('skills of one name in two roots are both updated', async () => {
  const { skills, place, from } = await openPlace(OFFERED)
  await skills.install({ skill: 'pdf', from })
  await skills.install({ skill: 'pdf', from, project: true })
  writeFiles(place, { 'offered/pdf/notes.md': 'new' })
  expect(await skills.updateAll()).toMatchObject({ updated: 2, skills: [{ name: 'pdf' }, { name: 'pdf' }] })
  expect(await skills.outdated()).toMatchObject({ outdated: 0 })
})

test('a trusted source that leads to one that is not says which', async () => {
  const elsewhere = temporaryFolder({ 'pdf/SKILL.md': skillText('pdf') })
  const link = { 'offered/link': { linkTo: elsewhere } }
  const { skills, place } = await openPlace(link)
  await skills.untrust('local:*')
  await skills.trust(`local:${place}/*`)
  const source = `local:${place}/offered/link`
  const hint = 'Add to trusted sources or use --from clawhub'
  const refused = { installed: false, error: 'untrusted source', source, hint }
  const reason = expect.stringContaining(elsewhere)
  expect(await skills.install({ skill: 'pdf', from: source })).toEqual({ ...refused, reason })
})

test('security 6.28: a refusal repeats no password of an address', async () => {
  const { skills } = await openPlace({})
  const from = 'https://user:pass-word@host.example/x.zip?token=t-o-k'
  for (const refused of [await skills.install({ skill: 'x', from }), await skills.installSeveral({ from })]) {
    expect(refused).toMatchObject({ installed: false, error: 'untrusted source' })
    expect(JSON.stringify(refused)).not.toMatch(/pass-word|t-o-k/)
  }
})

test('a name that differs from the folder is a warning, never a path', async () => {
  const { skills, home, from } = await openPlace({ 'offered/pdf/SKILL.md': skillText('other') })
  const answer = await skills.install({ skill: 'pdf', from: `${from}/pdf` })
  expect(answer).toMatchObject({ installed: true, warnings: [expect.stringContaining("'other'")] })
  expect(existsSync(join(home, '.agents/skills/pdf'))).toBe(true)
  expect(existsSync(join(home, '.agents/skills/other'))).toBe(false)
})

test('security 6.32: settings of agents and editors stay out unless they are asked for, and the lock knows', async () => {
  const settings = { 'offered/pdf/.vscode/tasks.json': '{}', 'offered/pdf/.mcp.json': '{}' }
  const { skills, home, from } = await openPlace({ ...OFFERED, ...settings })
  const folder = join(home, '.agents/skills/pdf')
  expect(await skills.install({ skill: 'pdf', from })).toMatchObject({ warnings: ['Left out: .mcp.json, .vscode'] })
  expect(existsSync(join(folder, '.mcp.json'))).toBe(false)
  const asked = { skill: 'pdf', from, force: true, keepsSettings: true, approve: () => true }
  expect(await skills.install(asked)).toMatchObject({ installed: true })
  expect(existsSync(join(folder, '.vscode/tasks.json'))).toBe(true)
  expect(await skills.update('pdf')).toMatchObject({ reason: 'up to date' })
  rmSync(folder, { recursive: true })
  expect(await skills.installFrozen({ approve: () => true })).toMatchObject({ installed: true })
  expect(existsSync(join(folder, '.mcp.json'))).toBe(true)
})

test('every installed skill is updated, and one that cannot be does not stop the others', async () => {
  const { skills, place, from } = await openPlace({ ...OFFERED, 'offered/mail/SKILL.md': skillText('mail') })
  for (const skill of ['pdf', 'mail']) await skills.install({ skill, from: `${from}/${skill}` })
  rmSync(join(place, 'offered/mail'), { recursive: true })
  writeFiles(place, { 'offered/pdf/SKILL.md': skillText('pdf', 'Something new') })
  const answer = await skills.updateAll()
  expect(answer).toMatchObject({ updated: 1, error: '1 of 2 skills could not be updated' })
  expect(answer.skills).toMatchObject([
    { name: 'mail', updated: false },
    { name: 'pdf', updated: true },
  ])
  expect(skills.info('pdf')).toMatchObject({ description: 'Something new' })
})

describe('trusting a source', () => {
  test("is kept in the user's configuration, beside what is there", async () => {
    const { skills, home } = await openPlace({ 'home/.metier/config.json': '{"skills":{"disabled":["x"]},"other":1}' })
    expect(await skills.trust('https://github.com/example/skills')).toMatchObject({
      source: 'github.com/example/skills',
    })
    expect(await skills.trust('skills.example.com')).toMatchObject({ trusted: true })
    expect(await skills.untrust('local:*')).toMatchObject({ trusted: false })
    expect(JSON.parse(readFileSync(join(home, '.metier/config.json'), 'utf8'))).toEqual({
      skills: { disabled: ['x'], trustedSources: ['clawhub', 'github.com/example/skills', 'skills.example.com'] },
      other: 1,
    })
  })

  test('lasts as long as the manager where the host gave an object', async () => {
    const { skills, from } = await openPlace(OFFERED, { config: { skills: { trustedSources: [] } } })
    expect(await skills.install({ skill: 'pdf', from })).toMatchObject({ error: 'untrusted source' })
    await skills.trust('local:*')
    expect(await skills.install({ skill: 'pdf', from })).toMatchObject({ installed: true })
  })

  test.each(['*', 'https://*', '*.com', 'not a source', ''])('%j is no source', async (source) => {
    const { skills } = await openPlace({})
    expect(await skills.trust(source)).toHaveProperty('error')
  })

  test("registries are the user's to name", async () => {
    const registries = { team: 'https://skills.example.com' }
    const own = await openPlace({}, { config: { skills: { registries, trustedSources: ['team'] } } })
    // Known and trusted: the name of the skill is what is refused.
    expect(await own.skills.install({ skill: '../x', from: 'team' })).toMatchObject({ code: 'skill_invalid' })
    const shared = await openPlace({ 'work/.metier/config.json': JSON.stringify({ skills: { registries } }) })
    expect(await shared.skills.install({ skill: '../x', from: 'team' })).toMatchObject({ error: 'untrusted source' })
    expect(shared.skills.registry.diagnostics).toMatchObject([{ code: 'config_widening_ignored' }])
  })

  test('what a project says cannot widen it', async () => {
    const { skills } = await openPlace({
      'work/.metier/config.json': '{"skills":{"trustedSources":["github.com/evil/*","clawhub"]}}',
    })
    expect(await skills.install({ skill: 'x', from: 'github.com/evil/x' })).toMatchObject({ error: 'untrusted source' })
    expect(await skills.install({ skill: 'x', from: 'local:/tmp' })).toMatchObject({ error: 'untrusted source' })
  })
})

describe('approving a skill', () => {
  test('is told as its state, its digest and what changed', async () => {
    const { skills, workdir } = await openPlace({ 'work/.agents/skills/pdf/SKILL.md': skillText('pdf') })
    expect(await skills.approval('pdf')).toMatchObject({ state: 'unapproved', changed: [] })
    expect(await skills.approve('pdf')).toMatchObject({ approved: true, name: 'pdf', state: 'approved' })
    const approved = await skills.approval('pdf')
    expect(approved).toMatchObject({ state: 'approved', digest: expect.stringMatching(/^sha256:/), changed: [] })
    writeFileSync(join(workdir, '.agents/skills/pdf/tools.yaml'), 'tools: []\n')
    expect(await skills.approval('pdf')).toMatchObject({ state: 'lapsed', changed: ['tools.yaml'] })
    expect(await skills.approve('pdf', { digest: approved.digest })).toMatchObject({ approved: false })
    expect(await skills.revoke('pdf')).toEqual({ approved: false, name: 'pdf' })
    expect(await skills.approval('pdf')).toMatchObject({ state: 'unapproved' })
  })

  test('of what is unknown is no approval', async () => {
    const { skills } = await openPlace({})
    expect(await skills.approval('nothing')).toEqual({ state: 'unapproved', digest: '', changed: [] })
    expect(await skills.approve('nothing')).toEqual({ error: 'skill not found: nothing' })
  })
})

describe("a project's skills that nobody approved", () => {
  const FILES = {
    'work/.agents/skills/pdf/SKILL.md': skillText('pdf'),
    'home/.agents/skills/mail/SKILL.md': skillText('mail'),
  }
  const offered = (skills: ReturnType<typeof createManager>) => skills.getAvailableSkills().map(({ name }) => name)

  test('are offered as text by default', async () => {
    const { skills } = await openPlace(FILES)
    expect(offered(skills)).toEqual(['pdf', 'mail'])
  })

  test.each(['ask', 'never'] as const)(
    'are withheld with trustProject: %s, until they are approved',
    async (trustProject) => {
      const { skills, workdir } = await openPlace(FILES, { config: { skills: { trustProject } } })
      expect(offered(skills)).toEqual(['mail'])
      expect(await skills.loadSkill('pdf')).toBeNull()
      expect(skills.check('pdf')).toMatchObject({
        eligible: false,
        reasons: ['Not approved: pdf'],
        fixes: ['metier approve pdf'],
      })
      await skills.approve('pdf')
      await skills.reload()
      expect(offered(skills)).toEqual(['pdf', 'mail'])
      writeFileSync(join(workdir, '.agents/skills/pdf/new.md'), 'x')
      await skills.reload()
      expect(offered(skills)).toEqual(['mail'])
    },
  )

  test('are asked about once, where the host can ask', async () => {
    const asked: string[] = []
    const approve = ({ skill = '' }) => asked.push(skill) > 0
    const { skills } = await openPlace(FILES, { config: { skills: { trustProject: 'ask' } }, approve })
    await skills.reload()
    expect([offered(skills), asked]).toEqual([['pdf', 'mail'], ['pdf']])
  })

  test('are what the host decides, unless its user said never', async () => {
    const trustProject = ({ name }: { readonly name: string }) => name === 'pdf'
    expect(offered((await openPlace(FILES, { trustProject })).skills)).toEqual(['pdf', 'mail'])
    expect(offered((await openPlace(FILES, { trustProject: () => false })).skills)).toEqual(['mail'])
    const strict = await openPlace(FILES, { trustProject, config: { skills: { trustProject: 'never' } } })
    expect(offered(strict.skills)).toEqual(['mail'])
  })

  test('stay withheld when another is switched', async () => {
    const { skills } = await openPlace(FILES, { trustProject: 'never' })
    await skills.disable('mail')
    expect(offered(skills)).toEqual([])
  })
})

test('what a crash has left is settled when a manager looks', async () => {
  const { skills, home, workdir, from } = await openPlace(OFFERED)
  await skills.install({ skill: 'pdf', from })
  const journal = join(home, '.agents/skills/.metier-store/journal.json')
  writeFileSync(journal, '{"version":1,"name":"pdf","quarantine":"1.0.00000000.0000000000000000","entry":null}')
  const next = await openManager({ home, workdir })
  expect(existsSync(journal)).toBe(false)
  expect(await next.verify()).toMatchObject({ ok: true, skills: [{ status: 'ok' }] })
})

test('a pinned skill is in the lock as such', async () => {
  const { skills, from } = await openPlace(OFFERED)
  await skills.install({ skill: 'pdf', from })
  expect(await skills.pin('pdf')).toMatchObject({ pinned: true, name: 'pdf' })
  expect(await skills.locked()).toMatchObject({ skills: [{ name: 'pdf', pinned: true, files: 1, kept: [] }] })
  expect(await skills.update('pdf')).toMatchObject({ updated: false, reason: 'pinned' })
  expect(await skills.pin('pdf', { isPinned: false })).toMatchObject({ pinned: false })
})

test('a lock that cannot be read is named where it may be the one that is meant', async () => {
  const { skills, workdir, from } = await openPlace(OFFERED)
  await skills.install({ skill: 'pdf', from, project: true })
  const lock = join(workdir, '.agents/skills.lock.json')
  writeFileSync(lock, `<<<<<<< HEAD\n${readFileSync(lock, 'utf8')}`)
  for (const answer of [await skills.update('pdf'), await skills.remove('pdf'), await skills.rollback('pdf')]) {
    expect(answer).toMatchObject({
      error: `${lock} has unresolved merge conflicts`,
      hint: expect.stringContaining(`Fix ${lock}`),
    })
  }
})

test('trustProject: what was agreed to about one skill whose files cannot be counted holds for no other', async () => {
  const empty = Object.fromEntries(Array.from({ length: 20_001 }, (_, at) => [`${at}`, '']))
  const workdir = memoryFolder()
  for (const name of ['one', 'two']) {
    writeFiles(join(workdir, '.agents/skills', name), { ...empty, 'SKILL.md': skillText(name) })
  }
  const asked: string[] = []
  const trustProject = ({ name }: { readonly name: string }) => asked.push(name) === 1
  const skills = await openManager({ home: temporaryFolder(), workdir, trustProject })
  expect(asked).toEqual(['one', 'two'])
  expect(skills.getAvailableSkills().map(({ name }) => name)).toEqual(['one'])
})
