/** Where rules come from, and where they say a skill comes from. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeLock, type LockEntry } from '../../src/store/lock.js'
import { lockFileOf } from '../../src/store/store-folder.js'
import { type Policy, VirtualWorkspace } from '../../src/workspace.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { scriptSkill } from './file-workspace.js'
import { makeTool } from './small-skills.js'

const ENTRY: LockEntry = {
  source: 'clawhub',
  version: '1.0.0',
  commit: null,
  path: null,
  digest: '',
  files: [],
  verdict: 'pass',
  ruleSet: '1',
  approval: null,
  installedAt: '2026-01-01T00:00:00.000Z',
}

describe("a skill's source", () => {
  async function callInstalled(scope: 'project' | 'personal', policy: Policy) {
    const root = join(temporaryFolder(), 'skills')
    mkdirSync(root)
    for (const [path, text] of Object.entries({ 'SKILL.md': skillText('acting'), ...scriptSkill('echo done') })) {
      writeFiles(root, { [`acting/${path}`]: text })
    }
    writeFileSync(lockFileOf(root), composeLock({ version: 1, skills: new Map([['acting', ENTRY]]), unknown: {} }))
    const skillManager = await openManager({ roots: [{ path: root, scope }] })
    await skillManager.approve('acting')
    const workspace = new VirtualWorkspace({ skillManager, policy })
    await workspace.activateSkill('acting')
    return workspace.callTool('act')
  }

  test('is what the lock of a personal skill says', async () => {
    expect(await callInstalled('personal', { allow: [{ source: 'clawhub' }] })).toMatchObject({ result: 'done\n' })
  })

  test("is not what a project's own lock says: it could claim anything", async () => {
    const answer = await callInstalled('project', { allow: [{ source: 'clawhub' }] })
    expect(answer).toMatchObject({ failure: { code: 'call_not_approved' } })
  })

  test('is its scope in any case', async () => {
    const answer = await callInstalled('project', { deny: [{ source: 'project' }] })
    expect(answer).toMatchObject({ failure: { code: 'call_denied' } })
  })
})

describe('the configuration', () => {
  async function open(user: Policy, project: Policy) {
    const workdir = temporaryFolder({ '.metier/config.json': JSON.stringify({ policy: project }) })
    const skillManager = await openManager({ workdir, roots: [], config: { policy: user } })
    const workspace = new VirtualWorkspace({ skillManager, policy: { allow: ['host_*'] }, approve: () => false })
    for (const name of ['host_save', 'user_save', 'project_save'])
      workspace.addGlobalTool(makeTool(name, { category: 'write' }))
    return workspace
  }

  test("adds the user's rules to the host's", async () => {
    const workspace = await open({ allow: ['user_*'] }, {})
    expect(await workspace.callTool('host_save')).toMatchObject({ success: true })
    expect(await workspace.callTool('user_save')).toMatchObject({ success: true })
  })

  test('of a project may forbid, and cannot allow', async () => {
    const workspace = await open(
      { allow: ['user_*'] },
      { deny: ['user_*'], allow: ['project_*'], default: { write: 'allow' } },
    )
    expect(await workspace.callTool('user_save')).toMatchObject({ failure: { code: 'call_denied' } })
    expect(await workspace.callTool('project_save')).toMatchObject({ failure: { code: 'call_not_approved' } })
  })
})
