import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workbench } from './support/workbench.js'

test('skills are imported through the gate, exported, backed up, and restored as they were', async () => {
  const { folder, hub, write } = await workbench()
  await write(
    'skills/alpha/SKILL.md',
    '---\nname: alpha\ndescription: Does alpha\nmetadata:\n  version: 2.1.0\n---\n# Alpha\n',
  )
  await write('skills/beta/SKILL.md', '---\nname: beta\ndescription: Does beta\n---\n# Beta\n')
  await write('skills/beta/references/more.md', '# More\n')
  const imported = await hub('import', join(folder, 'skills'), '--owner', 'acme')
  expect(imported).toMatchObject({ code: 0, out: '2 published, 0 waiting for a moderator, 0 failed\n' })
  expect(imported.err).toContain('alpha 2.1.0')
  expect(await hub('export', join(folder, 'out'))).toMatchObject({ code: 0 })
  expect((await readdir(join(folder, 'out/acme/beta/1.0.0'))).sort()).toEqual(['SKILL.md', 'references'])
  const backup = join(folder, 'hub.backup')
  expect((await hub('backup', backup)).code).toBe(0)
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  expect(await hub('backup', backup)).toMatchObject({ code: 1, err: expect.stringContaining('pass --overwrite') })
  expect((await hub('backup', backup, '--overwrite')).code).toBe(0)
  expect(await hub('restore', backup)).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })
  await rm(join(folder, 'data'), { recursive: true })
  expect(await hub('restore', backup)).toMatchObject({ code: 0, out: expect.stringContaining('is intact') })
  const again = join(folder, 'again.backup')
  expect((await hub('backup', again)).code).toBe(0)
  expect(await readFile(again)).toEqual(await readFile(backup))
  expect(await hub('audit-log', 'verify')).toMatchObject({ code: 0 })
  expect(await hub('doctor')).toMatchObject({ code: 0 })
}, 120_000)

test('tokens are made, listed and revoked; keys rotate', async () => {
  const { hub } = await workbench()
  const made = await hub('token', 'create', '--user', 'ann', '--scope', 'publish', '--days', '30')
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^mhub_[\w-]{43}\n$/) })
  const listed = await hub('token', 'list')
  expect(listed.out).toMatch(/^1 {2}@ann {2}command line {2}….{4} {2}publish {2}last used never, expires \d{4}-\S+Z\n$/)
  expect(await hub('token', 'revoke', '1')).toMatchObject({ code: 0, out: 'Revoked token 1\n' })
  expect(await hub('token', 'revoke', '1')).toMatchObject({ code: 1 })
  expect(await hub('key', 'rotate')).toMatchObject({ code: 0 })
  expect(await hub('key', 'rotate')).toMatchObject({ code: 0 })
  expect((await hub('key', 'list')).out.split('\n').filter((line) => line.includes('retired'))).toHaveLength(1)
}, 60_000)

test('a mistyped directory does not become a new hub', async () => {
  const { folder, hub } = await workbench()
  for (const words of [
    ['backup', join(folder, 'b')],
    ['doctor'],
    ['token', 'list'],
    ['export', join(folder, 'o')],
    ['rescan'],
    ['key', 'list'],
  ]) {
    expect(await hub(...words)).toMatchObject({ code: 1, err: expect.stringContaining('There is no hub in') })
  }
  expect(await readdir(folder)).toEqual([])
})

test('a damaged backup is named, and restores nothing', async () => {
  const { folder, hub, write } = await workbench()
  await write('text.backup', 'no backup\n')
  expect(await hub('restore', join(folder, 'text.backup'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not a backup'),
  })
}, 60_000)

test.each([
  [['restore', 'missing'], 'missing does not exist'],
  [['restore', 'folder'], 'folder is not a file'],
  [['import', 'missing'], 'missing does not exist'],
  [['import', 'file'], 'file is not a directory'],
])('%j names what is wrong with its argument, and makes no database', async ([command, argument], message) => {
  const { folder, hub, write } = await workbench()
  await write('folder/file', '')
  await write('file', '')
  const ended = await hub(command ?? '', join(folder, argument ?? ''))
  expect(ended).toMatchObject({ code: 1, err: expect.stringContaining(message) })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('a place that cannot be written is named, and an interrupted command says so', async () => {
  const { folder, hub, write } = await workbench()
  await write('file', '')
  await write('skills/alpha/SKILL.md', '---\nname: alpha\ndescription: Does alpha\n---\n# Alpha\n')
  expect(await hub('import', join(folder, 'skills'))).toMatchObject({ code: 0 })
  for (const command of ['export', 'backup']) {
    expect(await hub(command, join(folder, 'file/below'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: \S+file\/below\S* cannot be (?:used|written) \(ENOTDIR\)\n$/),
    })
  }
  expect(await hub.interrupted('export', join(folder, 'out'))).toMatchObject({ code: 130, err: 'Stopped\n' })
}, 120_000)

test.each([
  [['sevre'], "unknown command 'sevre'"],
  [['serve', '--prot', '1'], "Unknown option '--prot'"],
  [['serve', '--port', 'x'], "--port is 'x': use a whole number from 0 to 65535"],
  [['backup'], 'missing argument'],
])('%j is misused', async (words, message) => {
  const { hub } = await workbench()
  expect(await hub(...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})

test('a port that is in use ends the first start before a database or a token is made', async () => {
  const { folder, hub } = await workbench()
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const started = await hub('serve', '--port', String(port))
  expect(started).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`Port ${port} is in use`) })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('git ignores everything in the directory of the embedded database', async () => {
  const { folder, hub, write } = await workbench()
  await write('skills/alpha/SKILL.md', '---\nname: alpha\ndescription: Does alpha\n---\n# Alpha\n')
  expect(await hub('import', join(folder, 'skills'))).toMatchObject({ code: 0 })
  expect(await readFile(join(folder, 'data/.gitignore'), 'utf8')).toBe('*\n')
})
