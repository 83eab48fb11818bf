/** `metier mcp install --project`: an entry that everyone who works on the project gets. */

import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installMetier, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

test('a client without a project configuration says so', async () => {
  const machine = metier.create()
  const refused = await runMetier(machine, 'mcp', 'install', 'windsurf', '--project')
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('Windsurf has no project configuration')
})

test("the project's configuration, with the words that the server is to be started with", async () => {
  const machine = metier.create()
  installMetier(machine)
  await runMetier(machine, 'mcp', 'install', 'cursor', '--project', '--profile', 'all', '--delivery', 'dispatch')
  const written = JSON.parse(readFileSync(join(machine.project, '.cursor/mcp.json'), 'utf8')) as unknown
  const args = ['mcp', '--profile', 'all', '--delivery', 'dispatch']
  expect(written).toEqual({ mcpServers: { metier: { command: 'metier', args } } })
  await runMetier(machine, 'mcp', 'uninstall', 'cursor', '--project')
  expect(existsSync(join(machine.project, '.cursor/mcp.json'))).toBe(false)
})

test("--project means the repository's root, from any directory in it", async () => {
  const machine = metier.create({ '.git/HEAD': '', 'packages/web/index.js': '' })
  installMetier(machine)
  const below = { ...machine, project: join(machine.project, 'packages/web') }
  const { stdout } = await runMetier(below, 'mcp', 'install', 'cursor', '--project', '--json')
  expect(JSON.parse(stdout)).toMatchObject({ file: join(machine.project, '.cursor/mcp.json'), changed: true })
  expect(existsSync(join(below.project, '.cursor'))).toBe(false)
  await runMetier(below, 'mcp', 'uninstall', 'cursor', '--project')
  expect(existsSync(join(machine.project, '.cursor/mcp.json'))).toBe(false)
})

test('the command to undo an entry of the project has --project, and works', async () => {
  const machine = metier.create()
  installMetier(machine)
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--project')
  expect(stdout).toContain('To undo: metier mcp uninstall cursor --project\n')
  expect(stdout).not.toContain('paths of this machine')
})

test("paths of this machine in the project's file are not written without a warning", async () => {
  const machine = metier.create()
  const file = join(machine.project, '.cursor/mcp.json')
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--project')
  expect(stdout).toContain(`${file} has paths of this machine, which do not work for others. For an entry`)
  expect((await runMetier(machine, 'mcp', 'install', 'cursor')).stdout).not.toContain('paths of this machine')
})

test('a project that depends on Metier gets an entry that starts for everyone', async () => {
  const machine = metier.create()
  const own = join(machine.project, 'node_modules/.bin/metier')
  writeText(own, `#!/bin/sh\nexec '${process.execPath}' '${machine.main}' "$@"\n`)
  writeText(join(machine.bin, 'npx'), '#!/bin/sh\nshift 2\nexec ./node_modules/.bin/metier "$@"\n')
  for (const path of [own, join(machine.bin, 'npx')]) chmodSync(path, 0o755)
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'cursor', '--project')
  expect(stdout).not.toContain('paths of this machine')
  const written = JSON.parse(readFileSync(join(machine.project, '.cursor/mcp.json'), 'utf8')) as unknown
  const args = ['--no-install', 'metier', 'mcp']
  expect(written).toEqual({ mcpServers: { metier: { command: 'npx', args } } })
})
