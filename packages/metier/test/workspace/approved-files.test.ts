/** What runs is a file that the approval covers: no link, no path and no working directory leads to another one. */

import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/mcp/host/start-server.js'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openManager } from '../support/managing.js'
import { type Files, skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

const onPosix = describe.skipIf(process.platform === 'win32')
const SKILL = '.agents/skills/fmt'

interface Tool {
  readonly run: readonly string[]
  readonly cwd?: string
}

/** A project with a skill `fmt` that brings one tool, `act`. */
async function openProject(tool: Tool, files: Files = {}, prepare: (project: string) => void = () => undefined) {
  const tools = { tools: [{ name: 'act', description: 'Acts', ...tool }] }
  const own = { [`${SKILL}/SKILL.md`]: skillText('fmt'), [`${SKILL}/tools.yaml`]: JSON.stringify(tools) }
  const project = temporaryFolder({ '.git/HEAD': '', ...own, ...files })
  prepare(project)
  const home = temporaryFolder({})
  const skillManager = await openManager({ workdir: project, home })
  const approved = await skillManager.approve('fmt')
  const workspace = new VirtualWorkspace({ skillManager, workdir: project, approve: () => true, startServer })
  onTestFinished(() => workspace.close())
  return { project, home, skillManager, workspace, approved }
}

onPosix('a link', () => {
  const script = { run: ['sh', 'scripts/run.sh'] }
  const real = { [`${SKILL}/scripts/real.sh`]: 'echo approved\n' }

  /** `scripts/run.sh` leads out of the skill and, by a link that the digest does not cover, back into it. */
  const byAlias = (project: string) => {
    symlinkSync(SKILL, join(project, 'alias'))
    symlinkSync('../../../../alias/scripts/real.sh', join(project, SKILL, 'scripts/run.sh'))
  }

  test('that leaves the skill and comes back is refused at approval', async () => {
    const { approved } = await openProject(script, real, byAlias)
    expect(approved).toMatchObject({
      approved: false,
      error: expect.stringContaining("'scripts/run.sh' links to a file outside"),
    })
  })

  test('that leaves the skill is refused at the call, also if its digest was approved', async () => {
    const { project, home, skillManager, workspace } = await openProject(script, real, byAlias)
    // As an earlier version recorded it.
    const { findApprovedTree, recordApproval } = await import('../../src/store/approvals/review.js')
    const { openApprovals } = await import('../../src/store/approvals/approvals.js')
    const approvals = openApprovals(join(home, '.metier'))
    const found = await findApprovedTree(approvals, join(project, SKILL))
    if (!found.ok) throw new Error(found.failure.message)
    const { folder, files, digest } = found.value.tree
    const review = { folder, files, digest, contents: new Map() }
    await recordApproval(approvals, review as unknown as Parameters<typeof recordApproval>[1], '2026-01-01')
    rmSync(join(project, 'alias'))
    writeFiles(project, { 'alias/scripts/real.sh': 'echo unapproved\n' })
    expect(await skillManager.approval('fmt')).toMatchObject({
      state: 'lapsed',
      digest,
      problem: expect.stringContaining('outside the skill'),
    })
    expect(await workspace.activateSkill('fmt')).toMatchObject({ success: true, tools: [] })
  })

  test('that comes to lead out of the skill while it is active runs nothing', async () => {
    const { project, workspace } = await openProject(script, real, (folder) =>
      symlinkSync('real.sh', join(folder, SKILL, 'scripts/run.sh')),
    )
    await workspace.activateSkill('fmt')
    expect(await workspace.callTool('act')).toMatchObject({ result: 'approved\n' })
    renameSync(join(project, SKILL, 'scripts'), join(project, 'moved'))
    writeFiles(project, { 'moved/real.sh': 'echo unapproved\n' })
    symlinkSync('../../../moved', join(project, SKILL, 'scripts'))
    expect(await workspace.callTool('act')).toMatchObject({
      success: false,
      error: expect.stringContaining('approval'),
    })
  })

  test.each([
    ['an absolute path', (project: string) => join(project, SKILL, 'scripts/real.sh')],
    ['nothing', () => 'missing.sh'],
    ['itself', () => 'run.sh'],
    ['a device', () => '/dev/stdin'],
  ])('to %s is refused at approval', async (_, target) => {
    const { approved } = await openProject(script, real, (project) =>
      symlinkSync(target(project), join(project, SKILL, 'scripts/run.sh')),
    )
    expect(approved).toMatchObject({ approved: false, error: expect.stringContaining('outside the skill') })
  })

  test('inside the skill is followed: the file it leads to is what runs', async () => {
    const { workspace, approved } = await openProject(
      { run: ['sh', 'current/run.sh'] },
      { [`${SKILL}/v2/real.sh`]: 'echo "$0"\n' },
      (project) => {
        symlinkSync('v2', join(project, SKILL, 'current'))
        symlinkSync('../v2/./real.sh', join(project, SKILL, 'v2/run.sh'))
      },
    )
    expect(approved).toMatchObject({ approved: true })
    await workspace.activateSkill('fmt')
    expect(await workspace.callTool('act')).toMatchObject({ result: expect.stringMatching(/fmt\/v2\/real\.sh\n$/) })
  })

  test('to the folder of the skill makes no difference: its real files are approved and run', async () => {
    const { project, workspace } = await openProject(
      { run: ['sh', 'x.sh'] },
      { [`${SKILL}/x.sh`]: 'pwd\n' },
      (folder) => {
        renameSync(join(folder, SKILL), join(folder, 'fmt'))
        symlinkSync('../../fmt', join(folder, SKILL))
      },
    )
    await workspace.activateSkill('fmt')
    expect(await workspace.callTool('act')).toMatchObject({ result: `${join(project, 'fmt')}\n` })
  })
})

onPosix('a command', () => {
  test('that runs a file outside the skill is refused at approval, and is not run', async () => {
    const { approved, workspace } = await openProject(
      { run: ['sh', '../../../build/x.sh'] },
      { 'build/x.sh': 'echo unapproved\n' },
    )
    expect(approved).toMatchObject({ approved: false, error: expect.stringContaining('../../../build/x.sh') })
    expect(await workspace.activateSkill('fmt')).toMatchObject({ success: true, tools: [] })
  })

  test("takes its script from the skill, also if it runs in the project's folder", async () => {
    const { workspace, project } = await openProject(
      { run: ['sh', 'x.sh'], cwd: 'workdir' },
      { 'x.sh': 'echo unapproved\n', [`${SKILL}/x.sh`]: 'pwd\n' },
    )
    await workspace.activateSkill('fmt')
    expect(await workspace.callTool('act')).toMatchObject({ result: `${project}\n` })
  })

  test.each([
    ['a script', ['sh', 'build.sh']],
    ['a script of another program', ['cat', 'build.sh']],
    ['a module', ['python3', '-m', 'build']],
    ['code that imports', ['python3', '-c', 'import build']],
  ])('is refused at approval if its working directory would decide about %s', async (_, run) => {
    const { approved } = await openProject({ run, cwd: 'workdir' }, { 'build.sh': '', 'build.py': '' })
    expect(approved).toMatchObject({ approved: false })
  })

  test('is refused at the call if an argument names a file that the project has by now', async () => {
    const { workspace, project } = await openProject({ run: ['cat', 'recipe'], cwd: 'workdir' })
    await workspace.activateSkill('fmt')
    writeFiles(project, { recipe: 'unapproved' })
    expect(await workspace.callTool('act')).toMatchObject({
      success: false,
      error: expect.stringContaining("'recipe' is a file in the project"),
    })
  })

  test('finds its program on PATH, but never in a folder of the project', async () => {
    const before = process.env.PATH
    onTestFinished(() => {
      process.env.PATH = before
    })
    const { workspace, project } = await openProject({ run: ['sh', 'x.sh'] }, { [`${SKILL}/x.sh`]: 'echo "$PATH"\n' })
    mkdirSync(join(project, 'bin'))
    symlinkSync('/bin/echo', join(project, 'bin/sh'))
    process.env.PATH = `${join(project, 'bin')}:bin:/usr/bin:/bin`
    await workspace.activateSkill('fmt')
    expect(await workspace.callTool('act')).toMatchObject({ result: '/usr/bin:/bin\n' })
  })

  test('of a server holds to the same rules', async () => {
    const server = (args: readonly string[]) => JSON.stringify({ servers: { s: { command: 'node', args } } })
    const outside = { [`${SKILL}/tools.yaml`]: server(['../../../server.mjs']), 'server.mjs': '' }
    const { approved } = await openProject({ run: [] }, outside)
    expect(approved).toMatchObject({ approved: false, diagnostics: [{ code: 'tool_outside_skill', line: 1 }] })
  })

  test('of a server is not started if its files change while the user is asked', async () => {
    const tools = JSON.stringify({ servers: { s: { command: 'node', args: ['server.mjs'] } } })
    const files = { [`${SKILL}/tools.yaml`]: tools, [`${SKILL}/server.mjs`]: '' }
    const { skillManager, project } = await openProject({ run: [] }, files)
    const workspace = new VirtualWorkspace({
      skillManager,
      workdir: project,
      startServer: () => {
        throw new Error('started')
      },
      approve: () => {
        writeFiles(project, { [`${SKILL}/server.mjs`]: 'unapproved' })
        return true
      },
    })
    expect(await workspace.activateSkill('fmt')).toMatchObject({
      success: false,
      failure: { code: 'integrity_mismatch' },
    })
  })
})
