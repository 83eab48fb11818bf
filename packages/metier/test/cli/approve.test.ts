/** Agreeing to what a skill brings, at a terminal. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstalled, OFFERED } from './offered-skill.js'
import { type Machine, runMetier, useMetier, writeText } from './run-metier.js'
import { runAtTerminal } from './terminal.js'

const metier = useMetier()
const installed = (files: Readonly<Record<string, string>> = OFFERED) => createInstalled(metier, files)

const WITH_TOOL = {
  ...OFFERED,
  'offered/pdf/tools.yaml': 'tools:\n  - { name: extract, description: Takes it out, run: [sh, scripts/run.sh] }\n',
}

async function run(machine: Machine, ...words: readonly string[]) {
  const { code, stdout, stderr } = await runMetier(machine, ...words, '--json')
  return { code, stderr, json: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

test('metier approve shows what a skill brings and what changed since', async () => {
  const machine = await installed()
  const tools = join(machine.home, '.agents/skills/pdf/tools.yaml')
  expect(await run(machine, 'approve', 'pdf', '--yes')).toMatchObject({ code: 0, json: { approved: true, tools: [] } })
  writeFileSync(tools, 'tools:\n  - { name: extract, description: Takes text, run: [sh, scripts/run.sh] }\n')
  const { code, stdout } = await runMetier(machine, 'approve', 'pdf', '--show')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('added   tools.yaml') })
  expect(stdout).toContain('tool extract: sh scripts/run.sh')
  const today = new Date().toISOString().slice(0, 7)
  expect(stdout).toContain(`pdf is no longer approved: the approval of ${today}`)
  expect(stdout).toContain('lapsed because tools.yaml changed\n')
  expect(await run(machine, 'approve', 'nothing')).toMatchObject({
    code: 1,
    json: { error: 'skill not found: nothing' },
  })
})

const POWERFUL = `tools:
  - name: extract
    description: Takes it out
    run: [sh, scripts/run.sh, "--title=two words", "{file}"]
    input: { type: object, properties: { file: { type: string } } }
    category: network
    cwd: workdir
    timeout: 77
    env: [AWS_SECRET_ACCESS_KEY]
servers:
  docs: { command: npx, args: [-y, some-docs-server], env: [GITHUB_TOKEN], tools: [search] }
  far:
    url: "https://far.example/mcp"
    headers: { X-Team: platform, X-Api-Key: "\${env:FAR_KEY}" }
    oauth: { issuer: "https://auth.example", clientId: metier, clientSecretEnv: FAR_SECRET }
restrictsTo: [extract]
`

test('metier approve shows every power first and whole, whatever else there is to show', async () => {
  const machine = await installed()
  const folder = join(machine.home, '.agents/skills/pdf')
  await run(machine, 'approve', 'pdf', '--yes')
  writeText(
    join(folder, 'SKILL.md'),
    OFFERED['offered/pdf/SKILL.md'].replace(
      '\n---\n',
      '\nmetadata: { openclaw: { requires: { env: [NEEDED] }, primaryEnv: MAIN_KEY } }\nallowed-tools: Bash(git:*)\n---\n',
    ),
  )
  writeFileSync(join(folder, 'tools.yaml'), `${'# harmless\n'.repeat(3_000)}${POWERFUL}`)
  writeText(
    join(machine.home, '.metier/config.json'),
    '{"skills":{"entries":{"pdf":{"apiKey":"secret","env":{"GIVEN":"hidden"}}}}}',
  )
  const { stdout } = await runMetier(machine, 'approve', 'pdf', '--show')
  const [summary = '', changes = ''] = stdout.split(/^(?=changed |added )/m)
  for (const fact of [
    "tool extract: sh scripts/run.sh '--title=two words' {file}",
    'network    yes',
    "directory  the project's",
    'sandbox    none, it can do what you can do: bwrap is not on PATH',
    '77 seconds',
    'AWS_SECRET_ACCESS_KEY (named in tools.yaml)',
    'NEEDED, MAIN_KEY (required in SKILL.md)',
    'GIVEN (from skills.entries.pdf)',
    'server docs: npx -y some-docs-server',
    'provides   search',
    'GITHUB_TOKEN',
    'npx may run code that this approval does not cover',
    'reaches https://far.example/mcp',
    'header     X-Team: platform',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in tools.yaml
    'header     X-Api-Key: ${env:FAR_KEY}',
    'sign-in    https://auth.example gets metier and FAR_SECRET',
    'gets from skills.entries.pdf: its apiKey as MAIN_KEY and the variables GIVEN',
    'allowed without asking: Bash(git:*)',
    'restricts the agent to: extract',
  ])
    expect(summary).toContain(fact)
  expect(stdout).not.toMatch(/secret"|hidden/)
  expect(changes).not.toBe('')
  // The end of a long change is shown as well as its beginning.
  expect(stdout).toContain('+restrictsTo: [extract]')
  expect(stdout).toMatch(/… \d+ more lines\. To see them: metier approve pdf --show --json$/m)
})

test('metier validate, info and approve refuse a tool that runs something outside the skill', async () => {
  const machine = await installed()
  const folder = join(machine.home, '.agents/skills/pdf')
  writeFileSync(join(folder, 'tools.yaml'), 'tools:\n  - { name: act, description: Acts, run: [python3, ../x.py] }\n')
  const validated = await run(machine, 'validate', folder)
  expect(validated).toMatchObject({
    code: 1,
    json: { skills: [{ diagnostics: [{ code: 'tool_outside_skill', line: 2, file: join(folder, 'tools.yaml') }] }] },
  })
  const said = (await runMetier(machine, 'validate', folder)).stdout
  expect(said).toContain(`${join(folder, 'tools.yaml')}\n  2:`)
  expect((await runMetier(machine, 'info', 'pdf')).stdout).toContain(
    "invalid tools.yaml: line 2: '../x.py' points outside the skill",
  )
  expect(await run(machine, 'approve', 'pdf', '--yes')).toMatchObject({
    code: 1,
    json: { approved: false, diagnostics: [{ code: 'tool_outside_skill', line: 2, file: join(folder, 'tools.yaml') }] },
  })
  expect(await run(machine, 'approve', 'pdf', '--revoke')).toMatchObject({ code: 0 })
})

test('metier approve approves nothing where nobody can be asked, but for what its words name', async () => {
  const machine = await installed(WITH_TOOL)
  const refused = await run(machine, 'approve', 'pdf')
  expect(refused).toMatchObject({
    code: 1,
    json: { approved: false, error: expect.stringContaining('without a terminal') },
  })
  const digest = String(refused.json.digest)
  expect(String(refused.json.hint)).toContain(`metier approve pdf --digest ${digest}`)
  expect(await runMetier(machine, 'approve', 'pdf')).toMatchObject({ code: 1, stdout: '' })
  expect(await run(machine, 'approve', 'pdf', '--show')).toMatchObject({ code: 0, json: { approved: false } })
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
  const other = await run(machine, 'approve', 'pdf', '--digest', digest)
  expect(other).toMatchObject({ code: 1, json: { approved: false, digest: expect.not.stringMatching(digest) } })
  expect(String(other.json.hint)).toContain(`metier approve pdf --digest ${other.json.digest}`)
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo 1\n')
  expect(await run(machine, 'approve', 'pdf', '--digest', digest)).toMatchObject({ code: 0, json: { approved: true } })
  expect(await run(machine, 'approve', 'pdf')).toMatchObject({ code: 0, json: { approved: true } })
})

test('metier approve --revoke says whether there was an approval', async () => {
  const machine = await installed()
  expect(await runMetier(machine, 'approve', 'pdf', '--revoke')).toMatchObject({
    code: 0,
    stdout: 'pdf is not approved; nothing to revoke\n',
  })
  await run(machine, 'approve', 'pdf', '--yes')
  expect(await runMetier(machine, 'approve', 'pdf', '--revoke')).toMatchObject({
    code: 0,
    stdout: 'pdf is no longer approved\n',
  })
})

test('a skill that brings nothing has nothing to approve, and nothing is asked', async () => {
  const machine = await installed()
  const said = 'pdf has nothing to approve: it brings no tools, servers or allowed tools'
  expect(await runMetier(machine, 'approve', 'pdf')).toMatchObject({ code: 0, stdout: `${said}\n`, stderr: '' })
  const { code, lines } = await runAtTerminal(machine, ['approve', 'pdf'])
  expect({ code, lines }).toEqual({ code: 0, lines: [said, ''] })
  expect(await run(machine, 'approve', 'pdf')).toMatchObject({ code: 0, json: { approved: false } })
})

test('a skill that is withheld until it is approved is asked about, whatever it brings', async () => {
  const machine = metier.create({ '.agents/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads\n---\n' })
  await runMetier(machine, 'config', 'set', 'skills.trustProject', 'ask')
  const { code, lines } = await runAtTerminal(machine, ['approve', 'pdf'], { answers: [['[y/N]', 'y\n']] })
  expect(code).toBe(0)
  expect(lines).toContain('pdf brings no tools, servers or allowed tools: only its text is approved')
  expect(await run(machine, 'approve', 'pdf', '--show')).toMatchObject({ json: { approved: true } })
})

test('a first approval lists the powers, then the files with their sizes, and repeats the powers at the question', async () => {
  const machine = await installed({ ...OFFERED, 'offered/pdf/tools.yaml': POWERFUL })
  const { lines } = await runAtTerminal(machine, ['approve', 'pdf'], { answers: [['[y/N]', 'n\n']] })
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start))
  expect(at('tool extract: sh scripts/run.sh')).toBeGreaterThanOrEqual(0)
  expect(at('tool extract: sh scripts/run.sh')).toBeLessThan(at('3 files in '))
  expect(lines.slice(at('3 files in '), at('Approve pdf'))).toEqual([
    `3 files in ${join(machine.home, '.agents/skills/pdf')}`,
    expect.stringMatching(/^ +\d+ B {2}SKILL\.md$/),
    '    7 B  scripts/run.sh',
    `  ${Buffer.byteLength(POWERFUL)} B  tools.yaml`,
    'pdf brings 1 tool (extract), 2 servers (docs, far)',
    '  network: extract, far',
  ])
})

test('what a skill may do comes before what changed in it', async () => {
  const machine = await installed(WITH_TOOL)
  await run(machine, 'approve', 'pdf', '--yes')
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
  const { lines } = await runAtTerminal(machine, ['approve', 'pdf'], { answers: [['[y/N]', 'n\n']] })
  const power = lines.findIndex((line) => line.startsWith('tool extract: sh scripts/run.sh'))
  expect(power).toBeGreaterThanOrEqual(0)
  expect(power).toBeLessThan(lines.findIndex((line) => line.startsWith('changed')))
})

test('--show prints the digest that --digest takes, and a shortened one is called that', async () => {
  const machine = await installed(WITH_TOOL)
  const { stdout } = await runMetier(machine, 'approve', 'pdf', '--show')
  const digest = /^ {2}(sha256:[0-9a-f]{64})$/m.exec(stdout)?.[1] ?? ''
  for (const given of [digest.slice(0, 19), `${digest.slice(0, 11)}…`]) {
    const { code, stderr } = await runMetier(machine, 'approve', 'pdf', '--digest', given)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('The digest is shortened') })
    expect(stderr).toContain(`metier approve pdf --digest ${digest}`)
  }
  expect(await runMetier(machine, 'approve', 'pdf', '--digest', digest)).toMatchObject({ code: 0 })
})

test('a no to metier approve is one line, and no error', async () => {
  const { code, lines } = await runAtTerminal(await installed(WITH_TOOL), ['approve', 'pdf'], {
    answers: [['[y/N]', 'n\n']],
  })
  expect(code).toBe(1)
  expect(lines).toContain('Not approved: you declined.')
  expect(lines.some((line) => line.includes('error:'))).toBe(false)
})

test('metier info says whether what a skill brings is approved, and nothing where it brings nothing', async () => {
  const machine = await installed()
  const info = async () => (await runMetier(machine, 'info', 'pdf')).stdout
  expect(await info()).not.toMatch(/approve/)
  const tools = join(machine.home, '.agents/skills/pdf/tools.yaml')
  writeFileSync(tools, 'tools:\n  - { name: extract, description: Takes it out, run: [sh, scripts/run.sh] }\n')
  expect(await info()).toMatch(/^tools {7}extract .*\n {12}not approved: metier approve pdf$/m)
  await run(machine, 'approve', 'pdf', '--yes')
  expect(await info()).toMatch(/^ {12}approved$/m)
  writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo changed\n')
  expect(await info()).toMatch(/^ {12}approval lapsed, files changed: metier approve pdf$/m)
})

test('the first approval by an option names the files with their sizes, as the question does', async () => {
  const machine = await installed(WITH_TOOL)
  const { code, stdout } = await runMetier(machine, 'approve', 'pdf', '--yes')
  expect(code).toBe(0)
  expect(stdout).toMatch(/ B {2}tools\.yaml\n/)
  expect(stdout).not.toMatch(/^added/m)
  expect(stdout).toContain('pdf is approved\n')
})
