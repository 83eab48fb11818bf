import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdDataFolder } from '../src/database/data-folder.js'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'metier-hub-folder-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('one process holds the directory, the next one learns which, and a release makes it free', async () => {
  const folder = await makeFolder()
  const first = await holdDataFolder(folder)
  expect(first).toMatchObject({ ok: true, folder: { database: join(folder, 'database') } })
  expect(await holdDataFolder(folder)).toMatchObject({ ok: false, holder: { pid: process.pid, isRemote: false } })
  if (first.ok) await first.folder.release()
  expect(await holdDataFolder(folder)).toMatchObject({ ok: true })
})

test.skipIf(process.platform !== 'linux')(
  'a lock from before a crash is taken over, though another process has that number now',
  async () => {
    const folder = await makeFolder()
    expect(await holdDataFolder(folder)).toMatchObject({ ok: true })
    const [name = ''] = (await readdir(join(folder, 'holders'))).filter((each) => /\d/.test(each))
    const file = join(folder, 'holders', name)
    const ticket = JSON.parse(await readFile(file, 'utf8')) as { readonly pid: number }
    await writeFile(file, JSON.stringify({ ...ticket, started: '1' }))
    expect(await holdDataFolder(folder)).toMatchObject({ ok: true })
  },
)
