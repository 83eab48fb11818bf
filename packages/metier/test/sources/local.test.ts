import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/gate/archive/archive.js'
import { readListedFiles } from '../../src/sources/tree/read-folder.js'
import { sha256 } from '../../src/system/scan-process/gate-tools.js'
import { makeTar, makeZip } from '../servers/make-archive.js'
import { skillText, temporaryFolder } from '../support/temporary.js'
import { fetchFrom, filesIn, messageOf, outcomeOf } from './fetching.js'

const text = skillText('pdf')

test('C-21: a folder of this machine, with one skill or with several', async () => {
  const one = temporaryFolder({ 'pdf/SKILL.md': text, 'pdf/a/b.txt': 'b' })
  const fetched = await fetchFrom(`local:${one}/pdf`)
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', path: '', description: 'Does pdf' }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text, 'a/b.txt': 'b' })
  const several = temporaryFolder({ 'skills/a/SKILL.md': skillText('a'), 'skills/b/SKILL.md': skillText('b') })
  const both = await fetchFrom(several)
  expect(both.offers).toMatchObject({ ok: true, value: [{ name: 'a' }, { name: 'b' }] })
  const second = await fetchFrom(several, { skill: 'b' })
  expect(filesIn(second.directory)).toEqual({ 'SKILL.md': skillText('b') })
})

test('security 6.10: the folder takes the name that was asked for, if the skill has that name; nothing is guessed', async () => {
  const folder = temporaryFolder({ 'docx/SKILL.md': skillText('word') })
  for (const skill of ['docx', 'word']) {
    const { offers } = await fetchFrom(join(folder, 'docx'), { skill })
    expect(offers).toMatchObject({ ok: true, value: [{ name: skill, path: '' }] })
  }
  const other = await fetchFrom(join(folder, 'docx'), { skill: 'other' })
  expect(other.offers).toMatchObject({ ok: false, failure: { suggestions: ['Install it as docx'] } })
  expect(outcomeOf(await fetchFrom(folder, { skill: 'pdf' }))).toBe('skill_not_found')
  expect(outcomeOf(await fetchFrom(folder, { skill: '../docx' }))).toBe('skill_invalid')
})

test('an archive of this machine', async () => {
  const folder = temporaryFolder({ 'pdf.zip': makeZip([{ name: 'SKILL.md', content: text }]) as Buffer })
  const fetched = await fetchFrom(`local:${folder}/pdf.zip`)
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf' }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text })
})

test('what is not there, or is no skill, says so', async () => {
  const folder = temporaryFolder({ 'empty/a.txt': 'x', 'text.zip': 'x' })
  expect(outcomeOf(await fetchFrom(`${folder}/none`))).toBe('source_unavailable')
  expect(outcomeOf(await fetchFrom(`${folder}/empty`))).toBe('skill_not_found')
  expect(outcomeOf(await fetchFrom(`${folder}/text.zip`))).toBe('skill_invalid')
})

test('security 6.7: a link inside the skill becomes the file, one that leaves it stays out with a finding', async () => {
  const folder = temporaryFolder({
    'secret.txt': 'secret',
    'pdf/SKILL.md': text,
    'pdf/docs/a.txt': 'a',
    'pdf/in.md': { linkTo: 'SKILL.md' },
    'pdf/folder': { linkTo: 'docs' },
    'pdf/out': { linkTo: '../secret.txt' },
    'pdf/absolute': { linkTo: '/etc/passwd' },
    'pdf/above': { linkTo: '..' },
    'pdf/self': { linkTo: '.' },
  })
  const fetched = await fetchFrom(join(folder, 'pdf'))
  expect(filesIn(fetched.directory)).toEqual({
    'SKILL.md': text,
    'docs/a.txt': 'a',
    'folder/a.txt': 'a',
    'in.md': text,
  })
  const bundle = fetched.bundle?.ok === true ? fetched.bundle.value : undefined
  expect(bundle?.leftOut).toEqual(['above', 'absolute', 'out', 'self'])
  expect(bundle?.links?.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: 'folder', target: 'docs' },
    { path: 'in.md', target: 'SKILL.md' },
  ])
  expect(bundle?.findings?.map(({ file, rule, severity }) => [file, rule, severity]).toSorted()).toEqual(
    ['above', 'absolute', 'out', 'self'].map((file) => [file, 'SK-ST001', 'note']),
  )
})

test.each([
  [
    'pdf.zip',
    makeZip([
      { name: 'pdf/SKILL.md', content: text },
      { name: 'pdf/in.md', content: 'SKILL.md', mode: 0o120777 },
      { name: 'pdf/out', content: '/etc', mode: 0o120777 },
    ]),
  ],
  [
    'pdf.tar',
    makeTar([
      { name: 'pdf/SKILL.md', content: text },
      { name: 'pdf/in.md', type: '1', target: 'pdf/SKILL.md' },
      { name: 'pdf/out', type: '2', target: '../x' },
    ]),
  ],
] as const)(
  'security 6.7: links in an archive on this machine are replaced as those in a folder: %s',
  async (name, bytes) => {
    const fetched = await fetchFrom(join(temporaryFolder({ [name]: bytes }), name))
    expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text, 'in.md': text })
    expect(fetched.bundle).toMatchObject({
      ok: true,
      value: { leftOut: ['out'], links: [{ path: 'in.md', target: 'SKILL.md' }], findings: [{ file: 'out' }] },
    })
  },
)

test('security 6.32: a link with the name of a setting is left out, and none leads to settings', async () => {
  const folder = temporaryFolder({
    'pdf/SKILL.md': text,
    'pdf/.claude/settings.json': '{}',
    'pdf/.cursor': { linkTo: 'docs' },
    'pdf/.cursorrules': { linkTo: 'SKILL.md' },
    'pdf/settings.json': { linkTo: '.claude/settings.json' },
    'pdf/docs/a.txt': 'a',
  })
  const fetched = await fetchFrom(join(folder, 'pdf'))
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text, 'docs/a.txt': 'a' })
  expect(fetched.bundle).toMatchObject({
    ok: true,
    value: { leftOut: ['.claude', '.cursor', '.cursorrules', 'settings.json'] },
  })
})

test('security 6.7: what became a link since it was listed is not read either', () => {
  const folder = temporaryFolder({
    'secret/a.txt': 'secret',
    'skill/a.txt': { linkTo: '../secret/a.txt' },
    'skill/sub': { linkTo: '../secret' },
  })
  for (const path of ['a.txt', 'sub/a.txt']) {
    const read = readListedFiles(join(folder, 'skill'), [{ path, size: 6 }], ARCHIVE_LIMITS)
    expect(read, path).toMatchObject({ ok: false, failure: { code: 'skill_invalid' } })
  }
})

test('security 6.7: a main file that is a link to a file of its skill is one', async () => {
  const folder = temporaryFolder({
    'pdf/SKILL.md': { linkTo: 'docs/AGENTS.md' },
    'pdf/docs/AGENTS.md': skillText('pdf', 'Linked'),
    'other/SKILL.md': { linkTo: '../pdf/docs/AGENTS.md' },
  })
  const fetched = await fetchFrom(folder)
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', description: 'Linked', path: 'pdf' }] })
  expect(filesIn(fetched.directory)['SKILL.md']).toBe(skillText('pdf', 'Linked'))
})

test('security 6.7: a main file that is a link out of its folder is no main file', async () => {
  const folder = temporaryFolder({ 'secret.md': text, 'pdf/SKILL.md': { linkTo: '../secret.md' } })
  expect(outcomeOf(await fetchFrom(join(folder, 'pdf')))).toBe('skill_not_found')
})

test('security 6.2: a pipe is refused, and not waited for', async () => {
  const folder = temporaryFolder({ 'SKILL.md': text })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  expect(messageOf(await fetchFrom(folder))).toContain('(device)')
})

test('security 6.7: a path that leads elsewhere needs trust of that place', async () => {
  const folder = temporaryFolder({ 'real/SKILL.md': text, 'trusted/link': { linkTo: '../real' } })
  const trusted = [`local:${folder}/trusted/*`]
  expect(outcomeOf(await fetchFrom(`${folder}/trusted/link`, { trusted }))).toBe('source_untrusted')
  expect(outcomeOf(await fetchFrom(`${folder}/trusted/link`))).toBe('fetched')
})

test('security 6.26: bytes are copied: no hard link to the original remains', async () => {
  const folder = temporaryFolder({ 'pdf/SKILL.md': text })
  linkSync(join(folder, 'pdf/SKILL.md'), join(folder, 'pdf/twin.md'))
  const fetched = await fetchFrom(join(folder, 'pdf'))
  expect(statSync(join(fetched.directory, 'twin.md')).nlink).toBe(1)
})

test('security 6.13: of all modes only the executable bit of the owner counts', async () => {
  const folder = temporaryFolder({ 'SKILL.md': text, 'run.sh': 'x', 'open.txt': 'x' })
  chmodSync(join(folder, 'run.sh'), 0o4777)
  chmodSync(join(folder, 'open.txt'), 0o666)
  const fetched = await fetchFrom(folder)
  const modeOf = (name: string) => statSync(join(fetched.directory, name)).mode & 0o7777
  expect([modeOf('run.sh'), modeOf('open.txt')]).toEqual([0o755, 0o644])
  expect(fetched.bundle).toMatchObject({
    ok: true,
    value: { files: [{ path: 'SKILL.md' }, { path: 'open.txt', mode: 0o644 }, { path: 'run.sh', mode: 0o755 }] },
  })
})

test('security 6.6: the digests are those of the bytes that lie in quarantine', async () => {
  const folder = temporaryFolder({ 'SKILL.md': text, 'b.bin': 'bytes' })
  const fetched = await fetchFrom(folder)
  const staged = fetched.bundle?.ok ? fetched.bundle.value.files : []
  const onDisk = Object.entries(filesIn(fetched.directory))
  expect(staged.map(({ path, sha256: digest }) => [path, digest])).toEqual(
    onDisk.map(([path, content]) => [path, sha256(Buffer.from(content))]),
  )
  // A change behind the gate's back is seen by whoever compares again.
  writeFileSync(join(fetched.directory, 'b.bin'), 'other')
  expect(sha256(Buffer.from(filesIn(fetched.directory)['b.bin'] ?? ''))).not.toBe(staged[1]?.sha256)
})

test('security 6.32: settings of agents, editors and build servers, and litter, stay out unless asked for', async () => {
  const out = {
    '.claude/settings.json': '{}',
    '.mcp.json': '{}',
    '.vscode/tasks.json': '{}',
    '.github/workflows/x.yml': 'x',
    'sub/.Cursor/mcp.json': '{}',
    '.envrc': 'x',
  }
  const never = {
    '.git/config': 'x',
    '.clawhub/origin.json': '{}',
    '__MACOSX/x': 'x',
    '._SKILL.md': 'x',
    '.DS_Store': 'x',
  }
  const folder = temporaryFolder({ 'SKILL.md': text, '.gitignore': 'x', 'claude.md': 'x', ...out, ...never })
  const plain = await fetchFrom(folder)
  expect(Object.keys(filesIn(plain.directory))).toEqual(['.gitignore', 'SKILL.md', 'claude.md'])
  expect(plain.bundle?.ok && plain.bundle.value.leftOut).toContain('.mcp.json')
  const asked = await fetchFrom(folder, { keepsSettings: true })
  expect(Object.keys(filesIn(asked.directory))).toEqual(
    ['.gitignore', 'SKILL.md', 'claude.md', ...Object.keys(out)].toSorted(),
  )
})

test('security 6.31: nothing of a skill runs on its way in', async () => {
  const folder = temporaryFolder()
  const mark = join(folder, 'mark')
  const script = `#!/bin/sh\ntouch ${mark}\n`
  const manifest = JSON.stringify({ scripts: { preinstall: `touch ${mark}`, postinstall: `touch ${mark}` } })
  const skill = temporaryFolder({
    'SKILL.md': `---\nname: x\ndescription: "x $(touch ${mark}) \`touch ${mark}\`"\n---\n!\`touch ${mark}\`\n`,
    'package.json': manifest,
    'install.sh': script,
    'tools.yaml': `tools: [{ name: x, run: [touch, ${mark}] }]`,
  })
  chmodSync(join(skill, 'install.sh'), 0o755)
  const fetched = await fetchFrom(skill)
  expect(outcomeOf(fetched)).toBe('fetched')
  expect(filesIn(folder)).toEqual({})
})

test.each<readonly [string, string]>([
  ['a tag that makes objects', '!!js/function "function () { globalThis.evil = 1 }"'],
  [
    'aliases that multiply',
    `${Array.from({ length: 9 }, (_, level) => `\n  a${level}: &a${level} [${level === 0 ? 'x' : `*a${level - 1}, *a${level - 1}, *a${level - 1}`}]`).join('')}`,
  ],
  ['the prototype', '{ __proto__: { polluted: true } }'],
])('security 6.30: %s in a frontmatter is data or nothing', async (_, value) => {
  const folder = temporaryFolder({ 'pdf/SKILL.md': `---\nname: pdf\ndescription: Reads\nextra: ${value}\n---\n` })
  const { offers } = await fetchFrom(join(folder, 'pdf'))
  expect(offers).toMatchObject({ ok: true, value: [{ name: 'pdf' }] })
  expect('polluted' in {}).toBe(false)
  expect('evil' in globalThis).toBe(false)
})
