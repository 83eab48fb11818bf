/** Skills that an administrator provides for everybody on a machine: found, weaker than the user's own, and never written to. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRoots } from '../../src/registry/roots.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

describe('a directory of the administrator', () => {
  test('is a root if it exists, after all of the user and before packages', () => {
    const home = temporaryFolder({ 'more/': '' })
    const workdir = temporaryFolder({
      'package.json': '{"dependencies":{"pdf":"1"}}',
      'node_modules/pdf/SKILL.md': skillText('pdf'),
    })
    const administered = [temporaryFolder(), join(home, 'missing')]
    const roots = findRoots({ workdir, home, configured: ['~/more'], administered, hasPackages: true })
    expect(roots.slice(-3)).toMatchObject([
      { path: join(home, 'more'), scope: 'personal' },
      { path: administered[0], scope: 'admin' },
      { path: join(workdir, 'node_modules/pdf'), scope: 'project' },
    ])
  })

  test('is watched for even while it is missing', () => {
    const administered = [join(temporaryFolder(), 'skills')]
    const options = { workdir: temporaryFolder(), home: undefined, configured: [], administered }
    expect(findRoots(options).filter(({ scope }) => scope === 'admin')).toEqual([])
    expect(findRoots({ ...options, includesMissing: true }).at(-1)).toMatchObject({ path: administered[0] })
  })

  test('loses to the user, and is reached by its qualified name', async () => {
    const [own, admin] = [temporaryFolder(), temporaryFolder()]
    writeFiles(own, { 'pdf/SKILL.md': skillText('pdf') })
    writeFiles(admin, { 'pdf/SKILL.md': skillText('pdf'), 'policy/SKILL.md': skillText('policy') })
    const skills = await openManager({
      roots: [
        { path: own, scope: 'personal' },
        { path: admin, scope: 'admin' },
      ],
    })
    expect(skills.getSkills()).toMatchObject([
      { name: 'pdf', type: 'personal', skillPath: join(own, 'pdf') },
      { name: 'policy', type: 'personal', skillPath: join(admin, 'policy') },
    ])
    expect(skills.info('admin:pdf')).toMatchObject({ path: join(admin, 'pdf/SKILL.md') })
  })

  test('is never installed into, even if a lockfile is next to it', async () => {
    const top = temporaryFolder({
      'admin/policy/SKILL.md': skillText('policy'),
      'offered/pdf/SKILL.md': skillText('pdf'),
    })
    writeFiles(top, { 'skills.lock.json': '{"version":1,"skills":{}}' })
    const skills = await openManager({ roots: [{ path: join(top, 'admin'), scope: 'admin' }] })
    await skills.trust(`local:${join(top, 'offered')}`)
    expect(await skills.install({ skill: 'pdf', from: `local:${join(top, 'offered')}` })).toMatchObject({
      error: 'No root to install into',
    })
    expect(await skills.remove('policy')).toHaveProperty('error')
    expect(await skills.locked()).toMatchObject({ skills: [] })
    expect(readdirSync(join(top, 'admin'))).toEqual(['policy'])
  })
})
