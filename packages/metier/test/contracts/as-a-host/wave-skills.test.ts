/** Seed 000, the SkillManager and the files it reads (W-14…W-30, W-45, W-46). */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSkillFile, SkillManager } from '../../../src/index.js'
import { linkTo, skillText, temporaryFolder } from '../../support/temporary.js'
import { asOrdinaryUser, createScene, namedSkills, waveSkills } from './scene.js'

const DESCRIBED = 'description: Does it'

test('W-14: initialize() discovers and gives nothing back', async () => {
  const { options } = createScene(namedSkills('alpha'))
  const manager = new SkillManager(options)
  expect(await manager.initialize()).toBeUndefined()
  expect(manager.getAvailableSkills()).toHaveLength(1)
})

test('W-14, W-15: getAvailableSkills() discovers without initialize()', () => {
  const { options } = createScene(namedSkills('alpha'))
  expect(new SkillManager(options).getAvailableSkills()).toMatchObject([{ name: 'alpha' }])
})

test('W-14, W-16: loadSkill() discovers without initialize()', async () => {
  const { options } = createScene(namedSkills('alpha'))
  expect(await new SkillManager(options).loadSkill('alpha')).toMatchObject({ name: 'alpha' })
})

test('W-15: the metadata of a skill has its name, description, type and folder', async () => {
  const { home, options } = createScene(namedSkills('alpha'))
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills()).toMatchObject([
    { name: 'alpha', description: 'Does alpha', type: 'personal', skillPath: join(home, '.wave/skills/alpha') },
  ])
})

test('W-16: a skill comes with its content; an unknown name gives null', async () => {
  const { options } = createScene(namedSkills('alpha'))
  const manager = await SkillManager.open(options)
  expect(await manager.loadSkill('alpha')).toMatchObject({ name: 'alpha', content: skillText('alpha') })
  for (const name of ['unknown', '', '../alpha', '__proto__']) expect(await manager.loadSkill(name)).toBeNull()
})

test('W-17: the discovery has a map for each type, and a list of errors', async () => {
  const { options } = createScene(namedSkills('alpha', 'both'), namedSkills('beta', 'both'))
  const { personalSkills, projectSkills, errors } = (await SkillManager.open(options)).discovery
  expect(personalSkills).toBeInstanceOf(Map)
  expect([...personalSkills.keys()].sort()).toEqual(['alpha', 'both'])
  expect([...projectSkills.keys()].sort()).toEqual(['beta', 'both'])
  expect(projectSkills.get('beta')).toMatchObject({ name: 'beta', type: 'project' })
  expect(errors).toEqual([])
})

test('W-18: a bad skill is reported, and the others stay available', async () => {
  const { workdir, options } = createScene({}, { ...namedSkills('good'), ...waveSkills({ 'bad/SKILL.md': '' }) })
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills().map(({ name }) => name)).toEqual(['good'])
  const { errors } = manager.discovery
  expect(errors.length).toBeGreaterThan(0)
  for (const error of errors) {
    expect(error).toEqual({ skillPath: join(workdir, '.wave/skills/bad'), message: expect.any(String) })
  }
})

test('W-18: a skill folder that is a link out of the project is reported', async () => {
  const elsewhere = temporaryFolder({ 'SKILL.md': skillText('linked') })
  const { workdir, options } = createScene({}, waveSkills({ linked: linkTo(elsewhere) }))
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills()).toEqual([])
  expect(manager.discovery.errors.map(({ skillPath }) => skillPath)).toEqual([join(workdir, '.wave/skills/linked')])
})

test('W-18: a skills directory that cannot be read is reported', async () => {
  const { home, options } = createScene(namedSkills('alpha'))
  const root = join(home, '.wave/skills')
  chmodSync(root, 0)
  const manager = await asOrdinaryUser(() => SkillManager.open(options))
  chmodSync(root, 0o755)
  expect(manager.discovery.errors).toEqual([{ skillPath: root, message: expect.any(String) }])
})

test('W-19, W-20: skills come from ~/.wave/skills and from the project’s .wave/skills', async () => {
  const { options } = createScene(
    waveSkills({
      'skill-name-1/SKILL.md': skillText('skill-name-1'),
      'skill-name-1/reference.md': 'Facts',
      'skill-name-1/scripts/run.sh': 'echo hello\n',
      'skill-name-2/SKILL.md': skillText('skill-name-2'),
    }),
    waveSkills({
      'team-skill-1/SKILL.md': skillText('team-skill-1'),
      'team-skill-1/examples.md': 'Examples',
      'team-skill-1/templates/letter.txt': 'Dear',
      'team-skill-2/SKILL.md': skillText('team-skill-2'),
    }),
  )
  const available = (await SkillManager.open(options)).getAvailableSkills()
  const namesOf = (wanted: string) => available.filter(({ type }) => type === wanted).map(({ name }) => name)
  expect(namesOf('personal')).toEqual(['skill-name-1', 'skill-name-2'])
  expect(namesOf('project')).toEqual(['team-skill-1', 'team-skill-2'])
})

test('W-19: a folder without SKILL.md is not a skill', async () => {
  const { options } = createScene(waveSkills({ 'notes/reference.md': 'Facts' }))
  expect((await SkillManager.open(options)).getAvailableSkills()).toEqual([])
})

test('W-20: a project’s skill replaces the personal one of the same name', async () => {
  const { options } = createScene(
    waveSkills({ 'both/SKILL.md': skillText('both', 'Mine') }),
    waveSkills({ 'both/SKILL.md': skillText('both', 'Ours') }),
  )
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills()).toMatchObject([{ name: 'both', description: 'Ours', type: 'project' }])
})

test('W-21, W-45: the required format parses into its parts, and is valid', () => {
  const folder = temporaryFolder({
    'skill-name/SKILL.md':
      '---\nname: skill-name\ndescription: Brief description of what this skill does and when to use it\n---\n\n' +
      '# Skill Content\nMarkdown content with instructions...\n',
  })
  const parsed = parseSkillFile(join(folder, 'skill-name/SKILL.md'))
  expect(Object.keys(parsed).sort()).toEqual(['content', 'frontmatter', 'isValid', 'skillMetadata', 'validationErrors'])
  expect(parsed).toMatchObject({
    frontmatter: {
      name: 'skill-name',
      description: 'Brief description of what this skill does and when to use it',
    },
    content: '# Skill Content\nMarkdown content with instructions...\n',
    skillMetadata: { name: 'skill-name', skillPath: join(folder, 'skill-name') },
    validationErrors: [],
    isValid: true,
  })
})

test('W-46: parseSkillFile is synchronous and throws for nothing', () => {
  const folder = temporaryFolder({ 'folder/SKILL.md/': '' })
  for (const path of ['folder/SKILL.md', 'absent/SKILL.md', '']) {
    const parsed = parseSkillFile(join(folder, path))
    expect(parsed).toMatchObject({ isValid: false, validationErrors: [expect.any(String)] })
  }
})

const INVALID: readonly [rule: string, folder: string, text: string][] = [
  ['W-22: frontmatter with an unclosed bracket', 'skill', `---\nname: skill\n${DESCRIBED}\nlist: [a, b\n---\n\nBody\n`],
  ['W-22: frontmatter indented with a tab', 'skill', `---\nname: skill\n${DESCRIBED}\nmap:\n\tkey: 1\n---\n\nBody\n`],
  ['W-22: frontmatter that never ends', 'skill', `---\nname: skill\n${DESCRIBED}\n\nBody\n`],
  ['W-21: a file without frontmatter', 'skill', '# Only Markdown\n\nText\n'],
  ['W-23: a name that differs from its directory', 'skill', skillText('other')],
  ['W-24: a name with capitals', 'Skill', skillText('Skill')],
  ['W-24: a name with an underscore', 'my_skill', skillText('my_skill')],
  ['W-24: a name with a letter beyond a to z', 'müsli', skillText('müsli')],
  ['W-25: no description', 'skill', '---\nname: skill\n---\n\nBody\n'],
  ['W-25: an empty description', 'skill', '---\nname: skill\ndescription: ""\n---\n\nBody\n'],
  ['W-25: a description of 1025 characters', 'skill', skillText('skill', 'x'.repeat(1025))],
  ['W-28: a link that leaves the skill', 'skill', skillText('skill', 'Does it', 'See [it](../other/file.md)')],
]

for (const [rule, folder, text] of INVALID) {
  test(`${rule} is not valid`, async () => {
    const { home, options } = createScene(waveSkills({ [`${folder}/SKILL.md`]: text }))
    const parsed = parseSkillFile(join(home, '.wave/skills', folder, 'SKILL.md'))
    expect(parsed.isValid).toBe(false)
    expect(parsed.validationErrors.length).toBeGreaterThan(0)
    const strict = await SkillManager.open({ ...options, strict: true })
    expect(strict.getAvailableSkills()).toEqual([])
    expect(strict.discovery.errors[0]?.skillPath).toBe(join(home, '.wave/skills', folder))
  })
}

const VALID: readonly [rule: string, folder: string, text: string][] = [
  ['W-24: lowercase letters, numbers and hyphens', 'pdf-2-text', skillText('pdf-2-text')],
  ['W-25: a description of one character', 'skill', skillText('skill', 'x')],
  ['W-25: a description of 1024 characters', 'skill', skillText('skill', 'x'.repeat(1024))],
  ['W-26: any text as the body', 'skill', skillText('skill', 'Does it', '* [ `` <b> | --- \\')],
  [
    'W-28: a link to a file of the skill',
    'skill',
    skillText('skill', 'Does it', 'See [it](references/../reference.md)'),
  ],
]

for (const [rule, folder, text] of VALID) {
  test(`${rule} is valid`, async () => {
    const { options } = createScene(
      waveSkills({ [`${folder}/SKILL.md`]: text, [`${folder}/reference.md`]: '', [`${folder}/references/`]: '' }),
    )
    const strict = await SkillManager.open({ ...options, strict: true })
    expect(strict.discovery.errors).toEqual([])
    expect(strict.getAvailableSkills()).toMatchObject([{ name: folder }])
  })
}

test('W-23: a name that cannot be parsed is replaced by the directory’s name', async () => {
  const { options } = createScene(
    waveSkills({ 'brackets/SKILL.md': `---\nname: [unclosed\n${DESCRIBED}\n---\n\nBody\n` }),
  )
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills()).toMatchObject([{ name: 'brackets' }])
})

test('W-45: parseSkillFile replaces a name that cannot be parsed by the directory’s name', () => {
  const folder = temporaryFolder({ 'brackets/SKILL.md': `---\nname: [unclosed\n${DESCRIBED}\n---\n\nBody\n` })
  expect(parseSkillFile(join(folder, 'brackets/SKILL.md')).skillMetadata.name).toBe('brackets')
})

test('W-27: a SKILL.md that is a link out of its directory is not read', async () => {
  const elsewhere = temporaryFolder({ 'SKILL.md': skillText('linked') })
  const { options } = createScene(waveSkills({ 'linked/SKILL.md': linkTo(join(elsewhere, 'SKILL.md')) }))
  const manager = await SkillManager.open(options)
  expect(manager.getAvailableSkills()).toEqual([])
  expect(manager.discovery.errors).toHaveLength(1)
})

test('W-30: any further files and folders leave a skill valid', async () => {
  const { options } = createScene(
    waveSkills({
      'alpha/SKILL.md': skillText('alpha'),
      'alpha/data/table.csv': 'a,b\n',
      'alpha/assets/logo.bin': new Uint8Array([0, 255]),
      'alpha/LICENSE': 'MIT',
    }),
  )
  const strict = await SkillManager.open({ ...options, strict: true })
  expect(strict.getAvailableSkills()).toMatchObject([{ name: 'alpha' }])
})
