import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADMIN_FOLDERS, PERSONAL_FOLDERS, PLAIN_FOLDERS, PROJECT_FOLDERS } from '../../src/agents/skill-folders.js'
import { findRepository, findRoots, nameRoots } from '../../src/registry/roots.js'
import { openManager } from '../support/managing.js'
import { linkTo, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { watchSkills } from '../support/watching.js'

const PROJECT = ['.metier/skills', '.wave/skills', '.agents/skills', '.claude/skills']
const PERSONAL = [...PROJECT, '.openclaw/skills']

function pathsOf(workdir: string, home: string | undefined, configured: readonly string[] = []): readonly string[] {
  return findRoots({ workdir, home, configured }).map(({ path, scope }) => `${scope} ${path}`)
}

function project(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => PROJECT.map((root) => `project ${join(folder, root)}`))
}

function personal(home: string): readonly string[] {
  return PERSONAL.map((root) => `personal ${join(home, root)}`)
}

describe('W-19, W-20: the default roots, strongest first', () => {
  test('in a repository from the working folder up to its top, then the user’s own', () => {
    const home = temporaryFolder()
    const top = temporaryFolder({ '.git/': '', 'packages/web/src/': '' })
    const workdir = join(top, 'packages/web')
    expect(pathsOf(workdir, home)).toEqual([...project(workdir, join(top, 'packages'), top), ...personal(home)])
  })

  test('outside a repository only the working folder itself', () => {
    const home = temporaryFolder()
    const workdir = join(temporaryFolder({ 'a/b/': '' }), 'a/b')
    expect(pathsOf(workdir, home)).toEqual([...project(workdir), ...personal(home)])
  })

  test('a repository may be a worktree, whose .git is a file', () => {
    const top = temporaryFolder({ '.git': 'gitdir: elsewhere', 'src/': '' })
    expect(findRepository(join(top, 'src'), undefined)).toBe(top)
  })

  test('the inner of two repositories counts', () => {
    const top = temporaryFolder({ '.git/': '', 'inner/.git/': '', 'inner/src/': '' })
    expect(findRepository(join(top, 'inner/src'), undefined)).toBe(join(top, 'inner'))
  })

  test('roots from the configuration come last', () => {
    const home = temporaryFolder()
    const workdir = temporaryFolder()
    expect(pathsOf(workdir, home, ['~/more', '/opt/skills', 'relative']).slice(-3)).toEqual([
      `personal ${home}/more`,
      'personal /opt/skills',
      `personal ${home}/relative`,
    ])
  })

  test('without a home there are the project’s only', () => {
    const workdir = temporaryFolder()
    expect(pathsOf(workdir, undefined)).toEqual(project(workdir))
  })
})

describe('the walk up never reaches the home folder', () => {
  test('from the home folder itself nothing is the project’s', () => {
    const home = temporaryFolder({ '.git/': '' })
    expect(pathsOf(home, home)).toEqual(personal(home))
  })

  test('a repository in the home folder is not the project’s', () => {
    const home = temporaryFolder({ '.git/': '', 'work/app/': '' })
    const workdir = join(home, 'work/app')
    expect(pathsOf(workdir, home)).toEqual([...project(workdir), ...personal(home)])
  })

  test('a repository above the home folder is not either', () => {
    const top = temporaryFolder({ '.git/': '', 'home/me/app/': '' })
    const home = join(top, 'home/me')
    expect(pathsOf(join(home, 'app'), home)).toEqual([...project(join(home, 'app')), ...personal(home)])
  })

  test('not even where the home folder is known by a link', () => {
    const disk = temporaryFolder({ 'me/.git/': '', 'me/app/': '' })
    const home = join(temporaryFolder({ me: linkTo(join(disk, 'me')) }), 'me')
    const workdir = join(disk, 'me/app')
    const roots = pathsOf(workdir, home).filter((root) => root.startsWith('project'))
    expect(roots).toEqual(project(workdir))
  })
})

describe('one folder is one root', () => {
  test('a link to a root is not scanned again', () => {
    const home = temporaryFolder({ '.agents/skills/': '', '.claude/skills': linkTo('../.agents/skills') })
    const paths = pathsOf(temporaryFolder(), home)
    expect(paths.filter((path) => /agents|claude/.test(path) && path.startsWith('personal'))).toEqual([
      `personal ${home}/.agents/skills`,
    ])
  })

  test('a linked parent folder is as good', () => {
    const workdir = temporaryFolder({ '.agents/skills/': '' })
    symlinkSync('.agents', join(workdir, '.wave'))
    const paths = pathsOf(workdir, undefined)
    expect(paths).not.toContain(`project ${workdir}/.agents/skills`)
    expect(paths).toContain(`project ${workdir}/.wave/skills`)
  })

  test('named roots keep their order, each once', () => {
    const [a, b] = [temporaryFolder(), temporaryFolder()]
    const roots = nameRoots([
      { path: b, scope: 'project' },
      { path: a, scope: 'personal' },
      { path: `${b}/.`, scope: 'personal' },
    ])
    expect(roots).toEqual([
      { path: b, scope: 'project', isExplicit: true },
      { path: a, scope: 'personal', isExplicit: true },
    ])
  })
})

describe('the folders of other agents and installers', () => {
  const OTHERS = ['.agent', '.codex', '.cursor', '.gemini', '.github', '.opencode', '.windsurf', '.kiro', '.factory']

  test('are roots of the project if they exist, each in its place', () => {
    const workdir = temporaryFolder(Object.fromEntries(OTHERS.map((folder) => [`${folder}/skills/`, ''])))
    const order = [
      '.metier',
      '.wave',
      '.agents',
      '.agent',
      '.claude',
      ...OTHERS.slice(1, 6),
      '.factory',
      '.kiro',
      '.windsurf',
    ]
    expect(pathsOf(workdir, undefined)).toEqual(order.map((folder) => `project ${workdir}/${folder}/skills`))
  })

  test('are searched in every folder up to the top of the repository', () => {
    const top = temporaryFolder({ '.git/': '', '.github/skills/': '', 'web/.codex/skills/': '' })
    const found = pathsOf(join(top, 'web'), undefined).filter((path) => /codex|github/.test(path))
    expect(found).toEqual([`project ${top}/web/.codex/skills`, `project ${top}/.github/skills`])
  })

  test('are personal roots where agents keep them in a home folder', () => {
    const personal = ['.agent/skills', '.codex/skills', '.gemini/skills', '.copilot/skills', '.config/opencode/skills']
    const home = temporaryFolder(Object.fromEntries([...personal, '.github/skills'].map((path) => [`${path}/`, ''])))
    const usual = [...PROJECT.slice(0, 3), personal[0], PROJECT[3], '.openclaw/skills', ...personal.slice(1)]
    expect(pathsOf(home, home)).toEqual(usual.map((path) => `personal ${home}/${path}`))
  })

  test('follow the variables that move them', () => {
    const home = temporaryFolder({ '.config/opencode/skills/': '' })
    const moved = temporaryFolder({ 'claude/skills/': '', 'codex/skills/': '', 'xdg/opencode/skills/': '' })
    const variables = new Map([
      ['CLAUDE_CONFIG_DIR', join(moved, 'claude')],
      ['CODEX_HOME', join(moved, 'codex')],
      ['XDG_CONFIG_HOME', join(moved, 'xdg')],
    ])
    const roots = findRoots({ workdir: home, home, configured: [], variable: (name) => variables.get(name) })
    const paths = roots.map(({ path }) => path)
    expect(paths.filter((path) => path.startsWith(moved))).toEqual([
      `${moved}/claude/skills`,
      `${moved}/codex/skills`,
      `${moved}/xdg/opencode/skills`,
    ])
    expect(paths).not.toContain(`${home}/.config/opencode/skills`)
  })

  test.each(['.clawhub/lock.json', '.clawdhub/lock.json', 'skills-lock.json', 'skills.lock.json'])(
    'a plain skills folder is a root, the last of its project, beside %s',
    (lock) => {
      const workdir = temporaryFolder({ 'skills/': '', [lock]: '{}' })
      expect(pathsOf(workdir, undefined)).toEqual([...project(workdir), `project ${workdir}/skills`])
    },
  )

  test.each([
    ['without a lock', { 'skills/': '' }],
    ['that does not exist', { 'skills-lock.json': '{}' }],
  ])('a plain skills folder %s is no root', (_, files) => {
    const workdir = temporaryFolder(files)
    expect(pathsOf(workdir, undefined)).toEqual(project(workdir))
  })

  test.each(['data/skills', 'agent/skills'])(
    '%s, a common name, is a root only beside a lock of an installer',
    (path) => {
      const workdir = temporaryFolder({ [`${path}/`]: '' })
      expect(pathsOf(workdir, undefined)).toEqual(project(workdir))
      writeFiles(workdir, { 'skills-lock.json': '{}' })
      expect(pathsOf(workdir, undefined)).toEqual([...project(workdir), `project ${workdir}/${path}`])
    },
  )

  test('agent/skills is a root of a project that depends on eve', () => {
    const workdir = temporaryFolder({ 'agent/skills/': '', 'data/skills/': '' })
    writeFiles(workdir, { 'package.json': '{"dependencies":{"evergreen":"1"}}' })
    expect(pathsOf(workdir, undefined)).toEqual(project(workdir))
    writeFiles(workdir, { 'package.json': '{"dependencies":{"eve":"1"}}' })
    expect(pathsOf(workdir, undefined)).toEqual([...project(workdir), `project ${workdir}/agent/skills`])
  })

  test('every agent that a person defined for Deep Agents has a personal root', () => {
    const home = temporaryFolder({
      '.deepagents/writer/skills/': '',
      '.deepagents/coder/skills/': '',
      '.deepagents/none/': '',
      '.deepagents/.state/skills/': '',
      '.deepagents/config.json': '{}',
      '.astrbot/data/skills/': '',
    })
    expect(pathsOf(home, home).filter((path) => /deepagents|astrbot/.test(path))).toEqual([
      `personal ${home}/.astrbot/data/skills`,
      `personal ${home}/.deepagents/coder/skills`,
      `personal ${home}/.deepagents/writer/skills`,
    ])
  })

  test('a skill in one of them is found, and one that appears while watching as well', async () => {
    const workdir = temporaryFolder({ '.codex/skills/pdf/SKILL.md': skillText('pdf') })
    const skills = await openManager({ workdir })
    const names = () => skills.getSkills().map(({ name }) => name)
    expect(names()).toEqual(['pdf'])
    const watching = watchSkills(skills)
    writeFiles(workdir, { '.github/skills/words/SKILL.md': skillText('words') })
    await watching.until(() => names().includes('words'))
  })

  test('every one of them is in the guide', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/finding-skills.md', import.meta.url), 'utf8')
    const paths = [...PROJECT_FOLDERS.map(({ path }) => path), ...PERSONAL_FOLDERS.map(({ path }) => `~/${path}`)]
    const variables = PERSONAL_FOLDERS.flatMap(({ variable = [] }) => variable)
    const shared = new Set(PROJECT_FOLDERS.map(({ path }) => `~/${path}`))
    const plain = PLAIN_FOLDERS.flatMap(({ path, locks }) => [path, ...locks])
    const wanted = [...paths, ...variables, ...plain, ...ADMIN_FOLDERS].filter((path) => !shared.has(path))
    expect(wanted.filter((path) => !guide.includes(`\`${path}\``))).toEqual([])
  })
})
