// An MCP client on the standard streams of `metier mcp`.
import { spawn } from 'node:child_process'
import { describeFrame, describeHeard, withPatience } from './mcp-frames.mjs'
import { commandLineOf } from './run-program.mjs'
import { describeEnd } from './steps.mjs'

/**
 * Starts `metier mcp` with further words and sends frames: `{ method, params }` waits for the answer, `{ notify }` does
 * not, `{ raw }` is sent as it is, `{ until }` waits for a notification. Whoever the server asks, agrees.
 */
export function stdioSession(words, frames) {
  return async (machine) => {
    const [program, ...start] = commandLineOf(machine.packageFolder)
    const child = spawn(program, [...start, 'mcp', ...words], { cwd: machine.project, env: machine.variables })
    const talk = createTalk(child)
    const texts = []
    for (const frame of frames) texts.push(await talk.send(frame))
    child.stdin.end()
    const exit = await withPatience(talk.ended, 'the end')
    child.kill('SIGKILL')
    const title = ['metier mcp', ...words].join(' ')
    const answers = texts.filter((text) => text !== '').join('\n')
    const end = describeEnd(title, { exit, stdout: '', stderr: talk.said() })
    return `${end}${answers}\n${describeHeard(talk.heard, frames)}`
  }
}

function createTalk(child) {
  const waiting = new Map()
  const heard = []
  let [stderr, count] = ['', 0]
  const put = (text) => child.stdin.write(`${text}\n`)
  const wait = (key) => withPatience(new Promise((resolve) => waiting.set(key, resolve)), key)
  readLines(child.stdout, (line) => {
    const message = JSON.parse(line)
    if (message.method !== undefined) heard.push(message.id === undefined ? message.method : `asked: ${message.method}`)
    if (message.method !== undefined && message.id !== undefined) put(agreeTo(message))
    waiting.get(message.method ?? message.id)?.(message)
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ask = async (frame) => {
    count += 1
    const answer = wait(count)
    put(JSON.stringify({ jsonrpc: '2.0', id: count, ...frame }))
    return describeFrame(frame, await answer)
  }
  const send = async (frame) => {
    if (frame.method !== undefined) return await ask(frame)
    if (frame.until === undefined) put(frame.raw ?? JSON.stringify({ jsonrpc: '2.0', method: frame.notify }))
    else if (!heard.includes(frame.until)) await wait(frame.until)
    return ''
  }
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  return { send, ended, heard, said: () => stderr }
}

function readLines(stream, onLine) {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) onLine(line)
  })
}

/** The answer of a person who says yes to everything. */
function agreeTo({ id }) {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: { answer: true } } })
}
