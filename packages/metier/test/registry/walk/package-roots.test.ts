import { expect, test } from 'vitest'
import { findRoots } from '../../../src/registry/roots.js'
import { openManager } from '../../support/managing.js'
import { linkTo, skillText, temporaryFolder } from '../../support/temporary.js'

const manifest = (...names: readonly string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1'])) })

const FILES = {
  'package.json': manifest('tools', '@acme/built', 'whole', '../outside', 'absent'),
  'node_modules/tools/skills/pdf/SKILL.md': skillText('pdf', 'From a package'),
  'node_modules/tools/dist/skills/other/SKILL.md': skillText('other'),
  'node_modules/@acme/built/dist/skills/docx/SKILL.md': skillText('docx'),
  'node_modules/whole/SKILL.md': skillText('whole'),
  'node_modules/indirect/skills/hidden/SKILL.md': skillText('hidden'),
}

test('the direct dependencies of a project, one place each, after every other root', () => {
  const [workdir, home] = [temporaryFolder({ ...FILES, '.git/': '' }), temporaryFolder()]
  const roots = findRoots({ workdir, home, configured: [], hasPackages: true })
  expect(roots.slice(-3)).toEqual(
    ['tools/skills', '@acme/built/dist/skills', 'whole'].map((path) => ({
      path: `${workdir}/node_modules/${path}`,
      scope: 'project',
      isExplicit: false,
      within: workdir,
    })),
  )
  expect(roots.at(-4)).toMatchObject({ scope: 'personal' })
})

test('opt-in: the user switches it on, a project cannot', async () => {
  const [workdir, home] = [temporaryFolder({ ...FILES, '.git/': '' }), temporaryFolder()]
  const namesWith = async (nodeModules: boolean, folder = workdir) => {
    const skills = await openManager({ workdir: folder, home, config: { skills: { nodeModules } } })
    return skills.getAvailableSkills().map(({ name }) => name)
  }
  expect(await namesWith(false)).toEqual([])
  expect([...(await namesWith(true))].sort()).toEqual(['docx', 'pdf', 'whole'])
  const own = temporaryFolder({ ...FILES, '.git/': '', '.metier/config.json': '{"skills":{"nodeModules":true}}' })
  expect(await namesWith(false, own)).toEqual([])
})

test("a dependency replaces neither the user's skill nor the project's, and its links stay in the project", async () => {
  const secret = temporaryFolder({ 'key/SKILL.md': skillText('key') })
  const workdir = temporaryFolder({
    ...FILES,
    '.git/': '',
    'package.json': manifest('tools', 'linked'),
    'node_modules/linked/skills': linkTo(secret),
  })
  const home = temporaryFolder({ '.agents/skills/pdf/SKILL.md': skillText('pdf', 'My own') })
  const skills = await openManager({ workdir, home, config: { skills: { nodeModules: true } } })
  expect(skills.getAvailableSkills()).toMatchObject([{ name: 'pdf', description: 'My own' }])
})
