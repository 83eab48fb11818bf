import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRepository, findRoots, nameRoots } from '../../src/registry/roots.js'
import { linkTo, temporaryFolder } from '../support/temporary.js'

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
