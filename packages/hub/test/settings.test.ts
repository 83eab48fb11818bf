import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveCommand } from '../src/cli/commands/serve.js'
import { workbench } from './support/workbench.js'

test.each([
  [{ METIER_HUB_PROXY: '1' }, 'METIER_HUB_PROXY is not a setting: METIER_HUB_ is followed by ADMIN_TOKEN, ANONYMOUS'],
  [{ METIER_HUB_ANONYMOUS: 'yes' }, "METIER_HUB_ANONYMOUS is 'yes': use true or false"],
  [{ METIER_HUB_JOBS: 'flase' }, "METIER_HUB_JOBS is 'flase': use true or false"],
])('the setting %j is refused before anything is made', async (variables, message) => {
  const { folder, hub } = await workbench()
  expect(await hub.with(variables, 'serve')).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('every mistake is named at once', async () => {
  const { hub } = await workbench()
  const { err } = await hub.with({ METIER_HUB_PROXY: '1', METIER_HUB_JOBS: '0', METIER_HUB_URL: 'here' }, 'doctor')
  expect(err.match(/^error: METIER_HUB_\w+/gm)).toEqual([
    'error: METIER_HUB_PROXY',
    'error: METIER_HUB_URL',
    'error: METIER_HUB_JOBS',
  ])
})

test('a database that cannot be reached is followed by what to check', async () => {
  const { hub } = await workbench()
  const unreachable = { DATABASE_URL: 'postgresql://user:password@127.0.0.1:9/hub' }
  expect(await hub.with(unreachable, 'token', 'list')).toMatchObject({
    code: 1,
    err: expect.stringContaining('\nCheck that PostgreSQL is running, and the host and port in DATABASE_URL.\n'),
  })
})

test('a hub that listens on every address names one that can be opened', async () => {
  const { folder } = await workbench()
  const ended = new AbortController()
  let printed = ''
  const code = await serveCommand.run(
    { words: [], options: { host: '0.0.0.0', port: '0' } },
    {
      variables: { METIER_HUB_DATA: join(folder, 'data') },
      print: (text) => {
        printed += text
        if (printed.includes('Install from it')) ended.abort()
      },
      report: () => undefined,
      signal: ended.signal,
    },
  )
  expect(code).toBe(0)
  expect(printed).toMatch(/Pages {3}http:\/\/127\.0\.0\.1:\d+\n/)
  expect(printed).toContain('Set METIER_HUB_URL to the address that they use')
  expect(printed).not.toContain('0.0.0.0')
}, 60_000)

test.each([
  [['token', 'creat'], 'create, list or revoke'],
  [['key', 'rotat'], 'list or rotate'],
  [['audit-log', 'check'], 'verify'],
])('%j is refused before the database is looked for', async (words, allowed) => {
  const { hub } = await workbench()
  expect(await hub(...words)).toMatchObject({ code: 2, err: expect.stringMatching(`: use ${allowed}\n$`) })
})

test('a file that is no backup is refused before a database is made', async () => {
  const { folder, hub, write } = await workbench()
  await write('text', 'no backup')
  const refused = await hub('restore', join(folder, 'text'))
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('text is not a backup of a hub') })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
