import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Approvals, openApprovals } from '../../../src/store/approvals/approvals.js'
import { findApproval, recordApproval, reviewSkill } from '../../../src/store/approvals/review.js'
import { linkTo, skillText, temporaryFolder } from '../../support/temporary.js'

const TOOLS =
  'tools:\n  - name: extract\n    run: [python3, scripts/extract.py]\nservers:\n  github: { command: npx, args: [-y, some-server] }\n'
const SKILL = {
  'pdf/SKILL.md': '---\nname: pdf\ndescription: x\nallowed-tools: Read Bash(git:*)\n---\nText\n',
  'pdf/tools.yaml': TOOLS,
  'pdf/scripts/extract.py': 'print(1)\n',
}

async function approve(approvals: Approvals, folder: string) {
  const review = await reviewSkill(approvals, folder, 'SKILL.md')
  if (!review.ok) throw new Error(review.failure.message)
  return recordApproval(approvals, review.value, '2026-01-01T00:00:00.000Z')
}

describe('an approval', () => {
  test('security 6.35: holds for exactly these files and lapses with any change', async () => {
    const home = temporaryFolder()
    const folder = join(temporaryFolder(SKILL), 'pdf')
    const approvals = openApprovals(join(home, '.metier'))
    expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'unapproved' } })
    await approve(approvals, folder)
    expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'approved', changed: [] } })
    const changes: [string, () => void][] = [
      ['scripts/extract.py', () => writeFileSync(join(folder, 'scripts/extract.py'), 'print(2)\n')],
      ['scripts/extract.py', () => chmodSync(join(folder, 'scripts/extract.py'), 0o755)],
      ['new.md', () => writeFileSync(join(folder, 'new.md'), 'x')],
      ['tools.yaml', () => rmSync(join(folder, 'tools.yaml'))],
    ]
    for (const [path, change] of changes) {
      await approve(approvals, folder)
      change()
      expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'lapsed', changed: [path] } })
    }
  })

  test('is kept where only its user can read it, and is known to the next process', async () => {
    const home = temporaryFolder()
    const folder = join(temporaryFolder(SKILL), 'pdf')
    await approve(openApprovals(join(home, '.metier')), folder)
    expect(statSync(join(home, '.metier/approvals.json')).mode & 0o777).toBe(0o600)
    expect(await findApproval(openApprovals(join(home, '.metier')), folder)).toMatchObject({
      value: { state: 'approved' },
    })
  })

  test('is not lost where the file cannot be read: nothing holds, and nothing is written over it', async () => {
    const home = temporaryFolder()
    const folder = join(temporaryFolder(SKILL), 'pdf')
    const file = join(home, '.metier/approvals.json')
    await approve(openApprovals(join(home, '.metier')), folder)
    const text = readFileSync(file, 'utf8')
    for (const broken of [text.slice(0, -5), 'null', `<<<<<<< HEAD\n${text}`]) {
      writeFileSync(file, broken)
      const approvals = openApprovals(join(home, '.metier'))
      expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'unapproved' } })
      expect(await approve(approvals, folder)).toMatchObject({ ok: false, failure: { code: 'system_error' } })
      expect(readFileSync(file, 'utf8')).toBe(broken)
    }
  })

  test('that is malformed is none, and the others hold', async () => {
    const home = temporaryFolder()
    const folder = join(temporaryFolder(SKILL), 'pdf')
    const approvals = openApprovals(join(home, '.metier'))
    await approve(approvals, folder)
    const file = join(home, '.metier/approvals.json')
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    const odd = {
      approvals: { ...kept.approvals, '/x': { digest: 1 } },
      consents: { 'sha256:1': { digest: 'sha256:1' } },
    }
    writeFileSync(file, JSON.stringify({ ...kept, ...odd }))
    expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'approved' } })
    expect(await approvals.find('/x')).toBeUndefined()
    expect(await approvals.findConsent('sha256:1')).toBeUndefined()
  })

  test.each([
    ['with commas', 'allowed-tools: Read, Bash(git:*)'],
    ['as a list', 'allowed-tools: [Read, "Bash(git:*)"]'],
    ['under another spelling', 'allowed_tools: Read Bash(git:*)'],
  ])('shows the calls that would need no question, written %s', async (_, line) => {
    const folder = join(temporaryFolder({ 'pdf/SKILL.md': `---\nname: pdf\ndescription: x\n${line}\n---\n` }), 'pdf')
    const review = await reviewSkill(openApprovals(join(temporaryFolder(), '.metier')), folder, 'SKILL.md')
    expect(review).toMatchObject({ value: { powers: { allowedTools: ['Read', 'Bash(git:*)'] } } })
  })

  test('shows them where the main file is a link to another file of the skill', async () => {
    const folder = join(temporaryFolder({ 'pdf/text/main.md': SKILL['pdf/SKILL.md'] }), 'pdf')
    symlinkSync('text/main.md', join(folder, 'SKILL.md'))
    const review = await reviewSkill(openApprovals(join(temporaryFolder(), '.metier')), folder, 'SKILL.md')
    expect(review).toMatchObject({ value: { powers: { allowedTools: ['Read', 'Bash(git:*)'] } } })
  })

  test('shows what the skill brings, and what changed since the last one', async () => {
    const folder = join(temporaryFolder(SKILL), 'pdf')
    const approvals = openApprovals(join(temporaryFolder(), '.metier'))
    expect(await reviewSkill(approvals, folder, 'SKILL.md')).toMatchObject({
      value: {
        powers: {
          tools: [{ name: 'extract', run: ['python3', 'scripts/extract.py'] }],
          servers: [{ name: 'github', command: ['npx', '-y', 'some-server'] }],
          allowedTools: ['Read', 'Bash(git:*)'],
        },
      },
    })
    await approve(approvals, folder)
    writeFileSync(join(folder, 'scripts/extract.py'), 'print(2)\n')
    expect(await reviewSkill(approvals, folder, 'SKILL.md')).toMatchObject({
      value: {
        state: 'lapsed',
        changes: [{ path: 'scripts/extract.py', diff: '@@ -1,1 +1,1 @@\n-print(1)\n+print(2)\n' }],
      },
    })
  })

  test('is one for a skill and a link to it', async () => {
    const place = temporaryFolder({ ...SKILL, link: linkTo('pdf') })
    const approvals = openApprovals(undefined)
    await approve(approvals, join(place, 'pdf'))
    expect(await findApproval(approvals, join(place, 'link'))).toMatchObject({ value: { state: 'approved' } })
  })

  test('of a skill with a link that leads out of it is refused: what is there could change unnoticed', async () => {
    const place = temporaryFolder({ ...SKILL, 'outside.py': 'x' })
    symlinkSync('../outside.py', join(place, 'pdf/inside.py'))
    expect(await reviewSkill(openApprovals(undefined), join(place, 'pdf'), 'SKILL.md')).toMatchObject({
      failure: { code: 'skill_invalid' },
    })
  })

  test('can be taken back', async () => {
    const folder = join(temporaryFolder(SKILL), 'pdf')
    const approvals = openApprovals(undefined)
    await approve(approvals, folder)
    await approvals.revoke(folder)
    expect(await findApproval(approvals, folder)).toMatchObject({ value: { state: 'unapproved' } })
  })

  test('is given by nothing that cannot be read', async () => {
    const home = temporaryFolder({ '.metier/approvals.json': '{"approvals":[' })
    const folder = join(temporaryFolder({ 'x/SKILL.md': skillText('x') }), 'x')
    expect(await findApproval(openApprovals(join(home, '.metier')), folder)).toMatchObject({
      value: { state: 'unapproved' },
    })
    expect(readFileSync(join(home, '.metier/approvals.json'), 'utf8')).toBe('{"approvals":[')
  })
})
