import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '../support/programs.js'
import { type Machine, runMetier, skillText, useMetier, writeText } from './run-metier.js'
import { hasTerminal, runAtTerminal, runInTerminal } from './terminal.js'

const metier = useMetier()

/** A registry whose archive never ends. */
let registry: Server

beforeAll(async () => {
  registry = createServer((request, response) => answer(request.url ?? '', response))
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
})

function answer(path: string, response: ServerResponse): void {
  if (path.startsWith('/api/v1/download')) {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '100000' })
    response.write(Buffer.alloc(50_000, 'PK'))
    return
  }
  const skill = { slug: 'pdf', displayName: 'PDF', summary: 'Reads PDF files', tags: {} }
  const version = { version: '1.0.0', createdAt: 1, files: [] }
  const body = path.includes('/versions/')
    ? { skill, version }
    : { skill, latestVersion: version, owner: { handle: 'owner' }, moderation: null }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function createMachine(): Machine {
  const machine = metier.create()
  const { port } = registry.address() as AddressInfo
  return { ...machine, variables: { ...machine.variables, CLAWHUB_REGISTRY: `http://127.0.0.1:${port}` } }
}

describe.skipIf(!hasTerminal)('Ctrl-C in the middle of an install', needs('script'), () => {
  test('ends with 130; nothing of the skill is there, no lock, and the next command finds nothing to tidy', async () => {
    const machine = createMachine()
    const { code, raw } = await runInTerminal(machine, ['install', 'pdf', '--from', 'clawhub', '--project'], {
      // The bar is drawn once half of the archive has come.
      answers: [['50 kB of 100 kB', '\u0003']],
    })
    expect(raw).toContain('50 kB of 100 kB')
    expect(code).toBe(130)
    const root = join(machine.project, '.agents/skills')
    expect(existsSync(join(root, 'pdf'))).toBe(false)
    expect(existsSync(join(machine.project, '.agents/skills.lock.json'))).toBe(false)
    const staging = join(root, '.metier-store/staging')
    expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([])
  })
})

describe('Ctrl-C after some of several skills', () => {
  const WARNED = `${skillText('pdf', 'Reads PDF files')}\n\`\`\`sh\ncurl http://203.0.113.7/data.json\n\`\`\`\n`
  const stopped = { answers: [['anyway?', '\u0003']] } as const

  /** What is doubtful is asked about, and that is when the person stops. */
  function offer(): Machine {
    const machine = metier.create({
      'offered/docx/SKILL.md': skillText('docx', 'Reads documents'),
      'offered/zip/SKILL.md': skillText('zip', 'Comes last'),
    })
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), WARNED)
    return machine
  }

  test('of an install says what is in place, and no more', async () => {
    const machine = offer()
    const { code, lines } = await runAtTerminal(machine, ['install', '--all', '--from', 'local:offered'], stopped)
    expect(code).toBe(130)
    expect(lines).toContain('docx was installed before you stopped; nothing else was changed')
    expect(lines.some((line) => /✓|error:|you declined/.test(line))).toBe(false)
    expect(readdirSync(join(machine.home, '.agents/skills')).filter((name) => !name.startsWith('.'))).toEqual(['docx'])
  })

  test('of an update says what was replaced, and no more', async () => {
    const machine = offer()
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), skillText('pdf', 'Reads PDF files'))
    await runMetier(machine, 'install', '--all', '--from', 'local:offered')
    writeText(join(machine.project, 'offered/docx/SKILL.md'), skillText('docx', 'Reads more'))
    writeText(join(machine.project, 'offered/pdf/SKILL.md'), WARNED)
    const { code, lines } = await runAtTerminal(machine, ['update'], stopped)
    expect(code).toBe(130)
    expect(lines).toContain('docx was updated before you stopped; nothing else was changed')
    expect(lines.some((line) => /✓|error:|you declined/.test(line))).toBe(false)
  })

  test('of a restoration says what is back', async () => {
    const machine = offer()
    await runMetier(machine, 'install', '--all', '--from', 'local:offered', '--project', '--yes')
    rmSync(join(machine.project, '.agents/skills'), { recursive: true })
    // A colleague has the lock, and has agreed to nothing yet.
    const colleague = { ...machine, variables: { ...machine.variables, HOME: join(machine.home, 'colleague') } }
    const { code, lines } = await runAtTerminal(colleague, ['install', '--frozen', '--project'], stopped)
    expect(code).toBe(130)
    expect(lines).toContain('docx was restored before you stopped; nothing else was changed')
  })

  test('is without a word where nothing was done', async () => {
    const machine = offer()
    const { code, lines } = await runAtTerminal(machine, ['install', 'pdf', '--from', 'local:offered'], stopped)
    expect({ code, isSaid: lines.some((line) => line.includes('stopped')) }).toEqual({ code: 130, isSaid: false })
  })
})
