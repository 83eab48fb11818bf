/** `metier mcp install` over an entry of the user's own: nothing is lost, and no file is deleted that was there before. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installMetier, runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

describe('an entry that a person wrote', () => {
  const OWN = `{
  "mcpServers": {
    "metier": {
      "command": "npx",
      "args": ["metier", "mcp", "--set", "backend"],
      "env": { "TEAM": "x" }
    }
  }
}
`

  test('is kept in a backup, and comes back to the letter', async () => {
    const machine = metier.create({ '.git/HEAD': '', '.mcp.json': OWN })
    installMetier(machine)
    const file = join(machine.project, '.mcp.json')
    const installed = await runMetier(machine, 'mcp', 'install', 'claude-code', '--project')
    expect(installed.stdout).toContain(`\nThe file as it was before: ${file}.before-metier\n`)
    expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.metier).toMatchObject({
      env: { TEAM: 'x' },
      args: ['mcp'],
    })
    // A second time, the first state is still the one that is kept.
    await runMetier(machine, 'mcp', 'install', 'claude-code', '--project', '--profile', 'all')
    const { stdout } = await runMetier(machine, 'mcp', 'uninstall', 'claude-code', '--project')
    expect(stdout).toContain(`Restored ${file} as it was before the install\n`)
    expect(readFileSync(file, 'utf8')).toBe(OWN)
    expect(existsSync(`${file}.before-metier`)).toBe(false)
  })

  test('stays in the backup if the file was changed since', async () => {
    const machine = metier.create({ '.git/HEAD': '', '.mcp.json': OWN })
    installMetier(machine)
    const file = join(machine.project, '.mcp.json')
    await runMetier(machine, 'mcp', 'install', 'claude-code', '--project')
    writeText(file, readFileSync(file, 'utf8').replace('{\n', '{\n  "mine": 1,\n'))
    const { stdout } = await runMetier(machine, 'mcp', 'uninstall', 'claude-code', '--project')
    expect(stdout).toContain(`Your own entry is in ${file}.before-metier\n`)
    expect(readFileSync(`${file}.before-metier`, 'utf8')).toBe(OWN)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mine: 1, mcpServers: {} })
  })

  test('in a file that was there is taken out without the file', async () => {
    const text = '{"mcpServers":{"metier":{"type":"stdio","command":"metier","args":["mcp"]}}}'
    const machine = metier.create({ '.git/HEAD': '', '.mcp.json': text })
    installMetier(machine)
    const file = join(machine.project, '.mcp.json')
    await runMetier(machine, 'mcp', 'install', 'claude-code', '--project')
    expect((await runMetier(machine, 'mcp', 'uninstall', 'claude-code', '--project')).stdout).not.toContain(
      'did not exist',
    )
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: {} })
  })
})

test('a second install says which state the backup has, and keeps what was added to the entry', async () => {
  const machine = metier.create()
  installMetier(machine)
  const file = join(machine.home, '.claude.json')
  writeText(file, '{"mcpServers":{"o":{"command":"o"}}}')
  await runMetier(machine, 'mcp', 'install', 'claude-code')
  writeText(file, readFileSync(file, 'utf8').replace('"type"', '"env": { "TEAM_KEY": "abc" }, "type"'))
  const { stdout } = await runMetier(machine, 'mcp', 'install', 'claude-code', '--profile', 'all')
  expect(stdout).toContain(`\nThe file as it was before the first install: ${file}.before-metier\n`)
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.metier).toMatchObject({ env: { TEAM_KEY: 'abc' } })
})

test('a file that was made for the server goes with it, also after a second install', async () => {
  const machine = metier.create()
  installMetier(machine)
  const file = join(machine.home, '.cursor/mcp.json')
  await runMetier(machine, 'mcp', 'install', 'cursor')
  await runMetier(machine, 'mcp', 'install', 'cursor', '--profile', 'all')
  expect(existsSync(`${file}.before-metier`)).toBe(false)
  expect((await runMetier(machine, 'mcp', 'uninstall', 'cursor')).stdout).toContain('did not exist before the install')
  expect(existsSync(file)).toBe(false)
})
