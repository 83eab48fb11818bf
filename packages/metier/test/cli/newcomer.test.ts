/** The first hour: empty machines, mistyped words, narrow terminals, and what is suggested then. */

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Machine, runHere, runJson, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()

describe('a suggested command keeps the options that led to it', () => {
  const ROOT = { 'my skills/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'), 'own.json': '{}' }

  test.each([
    [['info', 'pdff', '--root', 'my skills'], `Run "metier list --root 'my skills'" to see all skills.`],
    [['list', '--ineligible', '--root=my skills'], `Run "metier list '--root=my skills'" to see all skills.`],
    [
      ['search', 'zzz', '--root', 'my skills', '--workdir', '.'],
      "metier search zzz --from clawhub --root 'my skills' --workdir .",
    ],
    [['sets', 'none', '--workdir', '.'], 'Create it: metier sets none --add PATTERN --workdir .\n'],
    [['list', '--set', 'none', '--workdir', '.'], 'Create it: metier sets none --add PATTERN --workdir .\n'],
    [['lock', 'nope', '--root', 'my skills'], `Run "metier lock --root 'my skills'" to see all installed skills.`],
    [['remove', 'nope', '--workdir', '.'], "Run 'metier lock --workdir .' to list installed skills."],
    [['audit', 'nope', '--workdir', '.'], "Run 'metier list --workdir .' to see all skills."],
    [['config', 'get', '--config', 'own.json'], "Run 'metier config list --config own.json' to see all keys."],
    [['trust', 'x', '--remove', '--config', 'own.json'], "Run 'metier trust --config own.json'"],
    [
      ['approve', 'pdf', '--digest', 'sha256:0', '--workdir', '.', '--root', 'my skills'],
      " --workdir . --root 'my skills'\n",
    ],
  ])('%j', async (words, expected) => {
    expect((await runMetier(metier.create(ROOT), ...words)).stderr).toContain(expected)
  })

  test('--config, in a text on stdout too', async () => {
    const machine = metier.create({
      'own.json': '{}',
      '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads'),
      '.agents/skills/pdf/tools.yaml':
        'tools:\n  - { name: extract, description: Takes it out, run: [sh, -c, "true"] }\n',
    })
    const { stdout } = await runMetier(machine, 'info', 'pdf', '--config', 'own.json')
    expect(stdout).toContain('not approved: metier approve pdf --config own.json\n')
  })

  test('a command on a line of its own, with every root', async () => {
    const text = skillText('pdf', 'Reads PDF files')
    const machine = metier.create({ 'a/pdf/SKILL.md': text, 'b/pdf/SKILL.md': text })
    const { stdout } = await runMetier(machine, 'doctor', '--root', 'a', '--root', 'b')
    expect(stdout).toMatch(/^ +metier info \S+ --root a --root b$/m)
  })

  test('each of two commands', async () => {
    const skills = { trustedSources: ['a.example', 'b.example'] }
    const machine = metier.create({ 'own.json': '{}', '.metier/config.json': JSON.stringify({ skills }) })
    const { stderr } = await runMetier(machine, 'list', '--config', 'own.json')
    expect(stderr).toContain(
      'run: metier trust a.example --config own.json && metier trust b.example --config own.json\n',
    )
  })

  test('but an option that the command has already is not repeated, and a root is not given to a command without one', async () => {
    const machine = metier.create(ROOT)
    const { stderr } = await runMetier(machine, 'install', 'x', '--from', 'github.com/o/r', '--root', 'my skills')
    expect(stderr).toContain('To trust it, run: metier trust github.com/o/r\n')
  })
})

describe('without any skill', () => {
  const START = [
    'Create one: metier new my-skill --in .agents/skills\n',
    'Find one: metier search QUERY --from clawhub\n',
    'Install one: metier install NAME --from clawhub\n',
  ]

  test.each([[['list']], [['search', 'pdf']], [['prompt']], [['doctor']]])(
    '%j suggests how to start',
    async (words) => {
      const { code, stdout, stderr } = await runMetier(metier.create(), ...words)
      expect(code).toBe(0)
      for (const line of START) expect(stdout + stderr).toContain(line)
    },
  )

  test.each(['lock', 'verify', 'outdated', 'update'])(
    '%s says that none is installed, and how to install one',
    async (name) => {
      const { stdout } = await runMetier(metier.create(), name)
      expect(stdout).toBe(`No skills installed by Metier. Run 'metier list' to see all skills.\n${START[1]}${START[2]}`)
    },
  )

  test('doctor marks no default root as a fault; a root that was named is one', async () => {
    expect((await runMetier(metier.create(), 'doctor')).stdout).not.toContain('✗')
    expect((await runMetier(metier.create(), 'doctor', '--root', 'absent')).stdout).toContain('✗ ')
  })
})

describe('metier new', () => {
  test('warns if the skill is outside every root, and says how to use it', async () => {
    const { stdout } = await runMetier(metier.create(), 'new', 'pdf', '--yes')
    expect(stdout).toContain('warning: no agent looks for skills in this directory\n')
    expect(stdout).toContain('metier list --root .\n')
    expect(await runJson(metier.create(), 'new', 'pdf')).toMatchObject({ root: null })
  })

  test('does not warn inside a root', async () => {
    const machine = metier.create()
    const { stdout } = await runMetier(machine, 'new', 'pdf', '--yes', '--in', '.agents/skills')
    expect(stdout).not.toContain('warning')
    const root = join(machine.project, '.agents/skills')
    expect(await runJson(machine, 'new', 'docx', '--in', '.agents/skills')).toMatchObject({ root })
  })
})

test('a warning without a terminal says what was found and which options accept it', async () => {
  const machine = metier.create({
    'offered/x/SKILL.md': `${skillText('x', 'Fetches')}\n\`\`\`sh\ncurl http://203.0.113.7/data.json\n\`\`\`\n`,
  })
  const { code, stderr } = await runMetier(machine, 'install', 'x', '--from', 'local:offered')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: x: not installed: the scan warns of \S/m)
  expect(stderr).not.toContain('dangerous pattern detected')
  expect(stderr).toMatch(/^Add --yes to accept all warnings\. .* run: metier install x .*--accept sha256:/m)
})

test('metier mcp at a terminal says that it waits for a client', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const abortion = new AbortController()
  let stderr = ''
  const write = (text: string) => {
    stderr += text
    abortion.abort()
  }
  const output = { isTTY: true, write }
  await runHere(metier.create(), ['mcp'], { stdin, stdout: output, stderr: output, signal: abortion.signal })
  expect(stderr).toMatch(
    /^Waiting for an MCP client on stdin\. .*\nTo let a client start this server: metier mcp install CLIENT\n$/,
  )
})

describe('metier remove of a name that no lockfile has', () => {
  function filesOf({ home, project }: Machine): readonly string[] {
    return [home, project].flatMap((folder) => readdirSync(folder, { recursive: true }).map(String))
  }

  test('creates nothing on an empty machine', async () => {
    const machine = metier.create()
    expect((await runMetier(machine, 'remove', 'nope')).code).toBe(1)
    expect(filesOf(machine)).toEqual([])
  })

  test('creates nothing beside a store', async () => {
    const machine = metier.create({ 'offered/pdf/SKILL.md': skillText('pdf', 'Reads') })
    await runMetier(machine, 'install', 'pdf', '--from', 'local:offered')
    mkdirSync(join(machine.project, '.agents/skills'), { recursive: true })
    const before = filesOf(machine)
    expect((await runMetier(machine, 'remove', 'nope')).code).toBe(1)
    expect((await runMetier(machine, 'remove', 'nope', '--project')).code).toBe(1)
    expect(filesOf(machine)).toEqual(before)
  })
})

describe('what is cut says so', () => {
  const LONG = 'Reads many kinds of files and does a great number of things with them. '.repeat(6).trim()

  test.each([50, 80, 120])('a description in %i columns ends with an ellipsis', async (columns) => {
    const machine = metier.create({ '.agents/skills/pdf/SKILL.md': skillText('pdf', LONG) })
    for (const words of [['list'], ['search', 'pdf']]) {
      const { lines } = await runAtTerminal(machine, words, { columns })
      expect(lines.filter((line) => line.endsWith('…'))).toHaveLength(1)
      // Paths stay whole, so that they can be copied.
      expect(lines.filter((line) => line.length > columns && !line.includes('/'))).toEqual([])
    }
  })

  test('a list of problems or files says how many more there are', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`.agents/skills/pdf/notes/${at}.md`, 'x\n']),
    )
    const tools = Array.from({ length: 5 }, (_, at) => `  - { name: "a b${at}", run: [sh] }\n`).join('')
    const machine = metier.create({ ...files, '.agents/skills/pdf/SKILL.md': skillText('pdf', 'Reads') })
    writeText(join(machine.project, '.agents/skills/pdf/tools.yaml'), `tools:\n${tools}`)
    const { stdout } = await runMetier(machine, 'info', 'pdf')
    expect(stdout).toMatch(/^ +and 12 more$/m)
    expect(stdout).toContain(' and 5 more\n')
  })
})

describe('help', () => {
  test.each([50, 80, 120])('fits %i columns: no line is longer, no summary narrower than half', async (columns) => {
    for (const name of ['mcp', 'list', 'install', 'audit', 'serve']) {
      const { lines } = await runAtTerminal(metier.create(), ['help', name], { columns })
      const page = lines.slice(0, lines.indexOf('Examples'))
      expect(page.filter((line) => line.length > columns && !line.startsWith('https://'))).toEqual([])
      const indents = page.map((line) => /^ +/.exec(line)?.[0].length ?? 0)
      expect(Math.max(...indents)).toBeLessThanOrEqual(30)
    }
  })
})

describe('words that people try', () => {
  test.each([
    ['ls', 'list'],
    ['rm', 'remove'],
    ['add', 'install'],
    ['i', 'install'],
  ])('%s is %s', async (alias, name) => {
    const machine = metier.create()
    const [tried, meant] = [await runMetier(machine, alias, '--help'), await runMetier(machine, name, '--help')]
    expect(tried).toEqual(meant)
    expect((await runMetier(machine, 'help', alias)).stdout).toBe(meant.stdout)
  })

  test('-v prints the version, and config alone lists the settings', async () => {
    const machine = metier.create()
    expect(await runMetier(machine, '-v')).toEqual(await runMetier(machine, '--version'))
    expect(await runMetier(machine, 'config')).toEqual(await runMetier(machine, 'config', 'list'))
  })
})

describe('metier trust', () => {
  test.each([
    ['github.com/x', "'github.com/x' matches no source", 'metier trust "github.com/x/*"'],
    ['https://GitHub.com/X', "'github.com/x' matches no source", 'metier trust "github.com/x/*"'],
    ['gitlab.com/x*', "'gitlab.com/x*' matches no source", 'names an owner'],
    ['foo', "'foo' matches no source: no registry has that name", 'metier trust "github.com/foo/*"'],
  ])('refuses %s, which can match nothing, and suggests what can', async (source, error, hint) => {
    const machine = metier.create()
    const { code, stderr } = await runMetier(machine, 'trust', source)
    expect(code).toBe(1)
    expect(stderr).toContain(error)
    expect(stderr).toContain(hint)
    expect((await runMetier(machine, 'trust')).stdout).toBe('clawhub\nlocal:*\n')
  })

  test.each([
    ['github.com/x/*', 'It covers everything below github.com/x.'],
    ['github.com/x/y', 'It covers github.com/x/y and nothing else.'],
    ['skills.example.com', 'It covers everything on skills.example.com.'],
    ['*.example.com', 'It covers every host below example.com.'],
    ['local:/opt/skills/*', 'It covers everything below /opt/skills.'],
    ['local:/opt/skills', 'It covers /opt/skills and nothing else.'],
    ['team', 'It covers every skill in the registry team.'],
  ])('%s: %s', async (source, covers) => {
    const machine = metier.create()
    await runMetier(machine, 'config', 'set', 'skills.registries.team', 'https://team.example')
    const { code, stdout } = await runMetier(machine, 'trust', source)
    expect([code, stdout.split('\n')[1]]).toEqual([0, covers])
  })
})
