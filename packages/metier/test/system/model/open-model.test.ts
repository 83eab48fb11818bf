import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelReply } from '../../../src/gate/reviewer/model.js'
import type { ModelSettings } from '../../../src/system/model/model-settings.js'
import { openModel } from '../../../src/system/model/open-model.js'
import { listen } from '../../servers/listen.js'
import { startModel } from '../../servers/model.js'
import { temporaryFolder } from '../../support/temporary.js'

const KEY = 'sk-test-0123456789abcdef'

beforeEach(() => {
  process.env.METIER_TEST_KEY = KEY
})
afterEach(() => {
  delete process.env.METIER_TEST_KEY
})

async function ask(settings: ModelSettings, prompt = 'hello', projects: readonly string[] = []): Promise<ModelReply> {
  const opened = openModel({ seconds: 5, ...settings }, { projects })
  return opened.ok ? opened.model.ask({ id: 'a', prompt }) : opened
}

const openai = (url: string): ModelSettings => ({
  kind: 'openai',
  baseUrl: `${url}/v1`,
  model: 'small-1',
  keyVariable: 'METIER_TEST_KEY',
})

describe('an endpoint', () => {
  test('with the interface of OpenAI gets the key and the prompt, and its text is the answer', async () => {
    const server = await startModel(({ prompt }) => `re: ${prompt}`)
    expect(await ask(openai(server.url))).toEqual({ ok: true, text: 're: hello' })
    expect(server.requests).toEqual(['/v1/chat/completions'])
    expect(server.headers()).toMatchObject({ authorization: `Bearer ${KEY}` })
  })

  test.each(['', '/v1', '/v1/'])(
    'with the interface of Anthropic is found below a base URL that ends with "%s"',
    async (end) => {
      const server = await startModel(({ prompt }) => `re: ${prompt}`)
      const settings = { ...openai(server.url), kind: 'anthropic' as const, baseUrl: `${server.url}${end}` }
      expect(await ask(settings)).toEqual({ ok: true, text: 're: hello' })
      expect(server.requests).toEqual(['/v1/messages'])
      expect(server.headers()).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' })
    },
  )

  test('on this machine may be named by its name', async () => {
    const server = await startModel(() => 'yes')
    expect(await ask(openai(server.url.replace('127.0.0.1', 'localhost')))).toEqual({ ok: true, text: 'yes' })
  })

  test('without a key variable gets no key', async () => {
    const server = await startModel(() => 'yes')
    const { keyVariable: _, ...settings } = openai(server.url)
    expect(await ask(settings)).toEqual({ ok: true, text: 'yes' })
    expect(server.headers().authorization).toBeUndefined()
  })

  test.each([401, 429, 500])(
    'that answers with %i is a failure that repeats neither the key nor the page',
    async (status) => {
      const server = await startModel(() => ({ status, body: `your key ${KEY} is wrong` }))
      const reply = await ask(openai(server.url))
      expect(reply).toEqual({ ok: false, failure: { code: 'model_refused', status } })
      expect(JSON.stringify(reply)).not.toContain(KEY)
    },
  )

  test('that redirects is not followed, so the key goes nowhere else', async () => {
    const other = await listen(() => ({ body: {} }))
    const server = await startModel(() => ({ status: 307, headers: { location: `${other.url}/v1/chat/completions` } }))
    expect(await ask(openai(server.url))).toMatchObject({ ok: false, failure: { code: 'model_unreachable' } })
    expect(other.requests).toEqual([])
  })

  test('that never answers ends after its time', async () => {
    const server = await startModel(() => undefined)
    const failure = { code: 'model_timed_out', seconds: 0.1 }
    expect(await ask({ ...openai(server.url), seconds: 0.1 })).toEqual({ ok: false, failure })
  })

  test('that sends without end is cut off', async () => {
    const server = await startModel((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
      return undefined
    })
    expect(await ask(openai(server.url))).toMatchObject({ ok: false, failure: { code: 'answer_too_long' } })
  })

  test('that trickles without end ends after its time', async () => {
    const server = await startModel((_, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(timer))
      return undefined
    })
    expect(await ask({ ...openai(server.url), seconds: 0.2 })).toMatchObject({
      failure: { code: 'model_timed_out' },
    })
  })

  test.each([
    ['no JSON', 'hello'],
    ['no choices', '{}'],
    ['choices of another kind', '{"choices":[{"message":{"content":5}}]}'],
    ['a list', '[]'],
  ])('that sends %s is a failure', async (_, body) => {
    const server = await startModel(() => ({ body }))
    expect(await ask(openai(server.url))).toMatchObject({ ok: false, failure: { code: 'answer_malformed' } })
  })

  test('that nothing listens at is a failure', async () => {
    expect(await ask(openai('http://127.0.0.1:9'))).toMatchObject({ failure: { code: 'model_unreachable' } })
  })

  test('is not asked if the variable has no key', async () => {
    const server = await startModel(() => 'yes')
    delete process.env.METIER_TEST_KEY
    const failure = { code: 'key_missing', variable: 'METIER_TEST_KEY' }
    expect(await ask(openai(server.url))).toEqual({ ok: false, failure })
    expect(server.requests).toEqual([])
  })

  test.each([
    ['http://api.example.com/v1', 'https'],
    ['https://user:word@api.example.com', 'password'],
    ['https://api.example.com/v1?to=elsewhere', 'query'],
    ['file:///etc/passwd', 'https'],
    ['api.example.com', 'URL'],
  ])('at %s is refused before anything is sent', async (baseUrl, detail) => {
    expect(await ask({ ...openai(''), baseUrl })).toMatchObject({
      failure: { code: 'setting_invalid', setting: 'baseUrl', detail: expect.stringContaining(detail) },
    })
  })

  test.each(['baseUrl', 'model', 'kind'] as const)('without %s is not asked', async (setting) => {
    const { [setting]: _, ...settings } = openai('https://api.example.com')
    expect(await ask(settings)).toEqual({ ok: false, failure: { code: 'setting_missing', setting } })
  })

  test('is asked no more once the caller gives up', async () => {
    const giveUp = new AbortController()
    const server = await startModel(() => {
      giveUp.abort(new Error('given up'))
      return undefined
    })
    const opened = openModel(openai(server.url), { projects: [] })
    const asking = opened.ok && opened.model.ask({ id: 'a', prompt: 'b', signal: giveUp.signal })
    await expect(asking).rejects.toThrow('given up')
  })
})

describe('a command', () => {
  const program = (text: string): string => {
    const file = join(temporaryFolder(), 'model.mjs')
    writeFileSync(file, text)
    return file
  }
  const command = (text: string): ModelSettings => ({ kind: 'command', command: [process.execPath, program(text)] })

  test('gets the prompt on stdin, and its output is the answer', async () => {
    const echo = "let t = ''; process.stdin.on('data', (c) => (t += c)).on('end', () => console.log('re: ' + t))"
    expect(await ask(command(echo))).toEqual({ ok: true, text: 're: hello\n' })
  })

  test('is taken apart without a shell', async () => {
    const file = program('console.log(JSON.stringify(process.argv.slice(2)))')
    const text = `${process.execPath} ${file} -p 'a b' "c d"`
    expect(await ask({ kind: 'command', command: text })).toEqual({ ok: true, text: '["-p","a b","c d"]\n' })
  })

  test.each(['claude -p | tee log', 'claude $(id)', 'claude "$HOME"', '', "claude '"])(
    '%j needs a shell, so it is refused',
    async (text) => {
      expect(await ask({ kind: 'command', command: text })).toMatchObject({
        failure: { code: 'setting_invalid', setting: 'command' },
      })
    },
  )

  test('runs in an empty directory that is gone afterwards', async () => {
    const reply = await ask(
      command("import { readdirSync } from 'node:fs'; console.log(JSON.stringify([process.cwd(), readdirSync('.')]))"),
    )
    const [directory, files] = JSON.parse(reply.ok ? reply.text : '') as [string, string[]]
    expect(files).toEqual([])
    expect(existsSync(directory)).toBe(false)
  })

  test('that hangs is ended with everything it started', async () => {
    const hang =
      "import { spawn } from 'node:child_process'; spawn(process.execPath, ['-e', 'setInterval(() => 1, 1000)'], { stdio: 'inherit' }); setInterval(() => 1, 1000)"
    expect(await ask({ ...command(hang), seconds: 0.5 })).toEqual({
      ok: false,
      failure: { code: 'model_timed_out', seconds: 0.5 },
    })
  })

  test('that prints without end is ended', async () => {
    // Each write waits for the one before: a loop would keep all but the first in the program's memory if its reader is slow.
    const more = "const more = () => process.stdout.write('x'.repeat(65536), more); more()"
    const endless = { ...command(more), seconds: 25 }
    expect(await ask(endless)).toMatchObject({
      failure: { code: 'answer_too_long' },
    })
  })

  test('that fails is a failure, and what it prints is not repeated', async () => {
    expect(await ask(command(`console.error('${KEY}'); process.exit(3)`))).toEqual({
      ok: false,
      failure: { code: 'command_failed', exitCode: 3 },
    })
  })

  test('that is missing is a failure', async () => {
    const failure = { code: 'command_missing', program: 'no-such-model' }
    expect(await ask({ kind: 'command', command: 'no-such-model -p' })).toEqual({ ok: false, failure })
  })

  test('that a project brings is not found, neither on PATH nor by a relative path', async () => {
    const project = temporaryFolder({ 'bin/claude': `#!${process.execPath}\nconsole.log('theirs')\n` })
    chmodSync(join(project, 'bin/claude'), 0o755)
    const { PATH } = process.env
    process.env.PATH = join(project, 'bin')
    try {
      expect(await ask({ kind: 'command', command: 'claude -p' })).toMatchObject({ ok: true, text: 'theirs\n' })
      const missing = { failure: { code: 'command_missing' } }
      expect(await ask({ kind: 'command', command: 'claude -p' }, 'a', [project])).toMatchObject(missing)
      expect(await ask({ kind: 'command', command: './bin/claude -p' }, 'a', [project])).toMatchObject(missing)
    } finally {
      process.env.PATH = PATH
    }
  })
})

test('sampling without a client is a failure', async () => {
  expect(await ask({ kind: 'sampling' })).toEqual({ ok: false, failure: { code: 'client_missing' } })
})
