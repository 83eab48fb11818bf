/** What a person reads when the store did not do something: why, and a command that does it as it was meant. */

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Ending, type Machine, runMetier, runProgram, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()
/** An address without a name: plausible, and worth a look. */
const WARNED = warnedText('pdf')
const OFFERED = { 'the offered/pdf/SKILL.md': WARNED, 'the offered/pdf/.vscode/tasks.json': '{}' }

function warnedText(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: x\n---\n\n\`\`\`sh\ncurl http://203.0.113.7/data.json\n\`\`\`\n${more}`
}

/** The command of a refusal, run by a shell exactly as it was printed. */
function runAsPrinted(machine: Machine, { stderr }: Ending): Promise<Ending> {
  const [, printed = ''] = /run: (metier .*--accept .*)$/m.exec(stderr) ?? []
  const definition = `metier() { '${process.execPath}' '${machine.main}' "$@"; }`
  return runProgram(machine, '/bin/sh', ['-c', `${definition}; ${printed}`])
}

describe('the command that accepts what was warned of', () => {
  const from = ['--from', 'local:the offered']

  test('has every option that was typed', async () => {
    const machine = metier.create(OFFERED)
    const refused = await runMetier(machine, 'install', 'pdf', ...from, '--project', '--with-settings')
    expect(refused.stderr).toMatch(/ pdf --from 'local:the offered' --project --with-settings --accept sha256:\S+\n/)
    expect(await runAsPrinted(machine, refused)).toMatchObject({ code: 0 })
    expect(existsSync(join(machine.project, '.agents/skills/pdf/.vscode/tasks.json'))).toBe(true)
    expect(existsSync(join(machine.home, '.agents/skills/pdf'))).toBe(false)
  })

  test('keeps --force, --root and --workdir', async () => {
    const machine = metier.create({ ...OFFERED, 'own/pdf/SKILL.md': skillText('pdf', 'An own one') })
    mkdirSync(join(machine.project, 'below'))
    const words = ['--workdir', 'below', 'install', '--root=../own', 'pdf', '--from', 'local:../the offered', '--force']
    const refused = await runMetier(machine, ...words)
    expect(await runAsPrinted(machine, refused)).toMatchObject({ code: 0 })
    expect(existsSync(join(machine.project, 'own.lock.json'))).toBe(true)
  })

  test('names the one skill where several were meant', async () => {
    const machine = metier.create({ ...OFFERED, 'the offered/docx/SKILL.md': skillText('docx', 'Reads documents') })
    const refused = await runMetier(machine, 'install', '--all', ...from)
    expect(refused.stderr).toMatch(/run: metier install pdf --from 'local:the offered' --accept/)
    expect(await runAsPrinted(machine, refused)).toMatchObject({ code: 0 })
    expect(existsSync(join(machine.home, '.agents/skills/pdf'))).toBe(true)
  })

  test('is an update where an update was refused, and one for the project where it was about that', async () => {
    const machine = metier.create({ 'the offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
    await runMetier(machine, 'install', 'pdf', ...from, '--project')
    writeText(join(machine.project, 'the offered/pdf/SKILL.md'), WARNED)
    const refused = await runMetier(machine, 'update', '--project')
    expect(refused.stderr).toMatch(/run: metier update pdf --project --accept sha256:/)
    expect(await runAsPrinted(machine, refused)).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ pdf') })
  })

  test('restores what the lock says where that was refused', async () => {
    const machine = metier.create(OFFERED)
    await runMetier(machine, 'install', 'pdf', ...from, '--project', '--yes')
    // A colleague has the lock, and has agreed to nothing yet.
    const colleague = { ...machine, variables: { ...machine.variables, HOME: join(machine.home, 'colleague') } }
    writeText(join(machine.project, '.agents/skills/pdf/SKILL.md'), 'changed')
    const refused = await runMetier(colleague, 'install', '--frozen', '--project')
    expect(refused.stderr).toMatch(/run: metier install pdf --frozen --project --accept sha256:/)
    expect(await runAsPrinted(colleague, refused)).toMatchObject({ code: 0, stdout: 'pdf restored\n' })
  })
})
