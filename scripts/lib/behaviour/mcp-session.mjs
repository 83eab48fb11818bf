// An MCP client that shows every frame: over stdio, line by line, and over HTTP, request by request.
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { commandLineOf } from './run-program.mjs'
import { describeEnd, section } from './steps.mjs'

const PATIENCE = 10_000
const PROTOCOL = '2025-06-18'
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The two frames with which a client of 2025 begins. */
export function greet(capabilities = {}, protocolVersion = PROTOCOL) {
  const clientInfo = { name: 'recorder', version: '9.9.9' }
  return [
    { method: 'initialize', params: { protocolVersion, capabilities, clientInfo } },
    { notify: 'notifications/initialized' },
  ]
}

/** A call of a tool. */
export function callTool(name, input = {}, meta) {
  return { method: 'tools/call', params: { name, arguments: input, ...(meta !== undefined && { _meta: meta }) } }
}

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
    const exit = await talk.ended
    const heard = [...new Set(talk.notifications)].toSorted().join('\n')
    const answers = texts.filter((text) => text !== '').join('\n')
    return describeEnd(['metier mcp', ...words].join(' '), { exit, stdout: '', stderr: talk.said() })
      .concat(`${answers}\n`)
      .concat(heard === '' ? '' : `heard:\n${heard}\n`)
  }
}

function createTalk(child) {
  const waiting = new Map()
  const notifications = []
  let [rest, stderr, count] = ['', '', 0]
  const hear = (message) => {
    if (message.method === undefined) return waiting.get(message.id)?.(message)
    if (message.id !== undefined) return agree(child, message, notifications)
    notifications.push(message.method)
    return waiting.get(message.method)?.()
  }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) hear(JSON.parse(line))
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  const wait = (key) => withPatience(new Promise((resolve) => waiting.set(key, resolve)), key)
  const put = (message) => child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  const send = async (frame) => {
    if (frame.raw !== undefined) return put(frame.raw) ? '' : ''
    if (frame.notify !== undefined) return put({ jsonrpc: '2.0', method: frame.notify }) ? '' : ''
    if (frame.until !== undefined) {
      if (!notifications.includes(frame.until)) await wait(frame.until)
      return ''
    }
    count += 1
    const answer = wait(count)
    put({ jsonrpc: '2.0', id: count, ...frame })
    return describeFrame(frame, await answer)
  }
  return { send, ended, notifications, said: () => stderr }
}

/** Says yes to what the server asks a person. */
function agree(child, { id, method }, notifications) {
  notifications.push(`asked: ${method}`)
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: { answer: true } } })}\n`,
  )
}

async function withPatience(promise, what) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ error: `nothing came for ${what}` }), PATIENCE)
  })
  const answer = await Promise.race([promise, late])
  clearTimeout(timer)
  return answer
}

function describeFrame({ method, params }, answer) {
  const { jsonrpc: _version, id: _id, ...shown } = answer ?? {}
  const title = params?.protocolVersion === undefined ? `${method} ${JSON.stringify(params ?? {})}` : method
  return `> ${title}\n${JSON.stringify(shown, null, 2)}\n`
}

/**
 * Starts `metier serve` on a free port and sends requests: `{ http, path, headers, body }`, or frames as above, which
 * carry the session once there is one. `{ listen: true }` opens the stream of notifications.
 */
export function httpSession(words, frames) {
  return async (machine) => {
    const port = await findFreePort()
    const [program, ...start] = commandLineOf(machine.packageFolder)
    const options = { cwd: machine.project, env: machine.variables, stdio: ['ignore', 'pipe', 'pipe'] }
    const child = spawn(program, [...start, 'serve', '--port', String(port), ...words], options)
    const said = await waitForServer(child)
    const session = { port, headers: {}, count: 0, heard: [], streams: [] }
    const texts = []
    for (const frame of frames) texts.push(await sendOver(session, frame))
    for (const stream of session.streams) stream.destroy()
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
    child.kill('SIGTERM')
    const exit = await ended
    const heard = [...new Set(session.heard)].toSorted().join('\n')
    return describeEnd(['metier serve', ...words].join(' '), { exit, stdout: said.stdout, stderr: said.stderr })
      .concat(texts.filter((text) => text !== '').join('\n'))
      .concat(heard === '' ? '' : `\nheard:\n${heard}\n`)
  }
}

async function waitForServer(child) {
  const said = { stdout: '', stderr: '' }
  const ready = new Promise((resolve) => {
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        said[stream] += text
        if (/metier serves .*\n/.test(said.stderr)) resolve(undefined)
      })
    }
    child.once('close', () => resolve(undefined))
  })
  await withPatience(ready, 'the server')
  return said
}

async function sendOver(session, frame) {
  if (frame.until !== undefined) return waitUntilHeard(session, frame.until)
  if (frame.listen) return openStream(session)
  if (frame.http !== undefined) {
    const answer = await ask(session, { method: frame.http, ...frame })
    return `> ${frame.http} ${frame.path ?? '/mcp'} ${JSON.stringify(frame.headers ?? {})}\n${showAnswer(answer)}`
  }
  session.count += 1
  const message = frame.notify === undefined ? { id: session.count, ...frame } : { method: frame.notify }
  const body = JSON.stringify({ jsonrpc: '2.0', ...message })
  const answer = await ask(session, { method: 'POST', headers: JSON_HEADERS, body })
  const given = answer.headers['mcp-session-id']
  if (given !== undefined) session.headers['mcp-session-id'] = given
  if (frame.notify !== undefined) return `> ${frame.notify}\nstatus ${answer.status}\n`
  const found = readMessages(answer).find(({ id }) => id === session.count)
  return found === undefined ? `> ${frame.method}\n${showAnswer(answer)}` : describeFrame(frame, found)
}

function ask(session, { method, path = '/mcp', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const all = { ...session.headers, ...headers }
    const asking = request({ host: '127.0.0.1', port: session.port, method, path, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    asking.once('error', reject)
    asking.end(body)
  })
}

function readMessages({ headers, text }) {
  if (!String(headers['content-type']).includes('event-stream')) return [JSON.parse(text || '{}')]
  return text.split('\n').flatMap((line) => (/^data: *\{/.test(line) ? [JSON.parse(line.slice(5))] : []))
}

function showAnswer({ status, headers, text }) {
  return `status ${status}, ${headers['content-type'] ?? 'no type'}\n${section('body', text)}`
}

function openStream(session) {
  return new Promise((resolve, reject) => {
    const headers = { ...session.headers, accept: 'text/event-stream' }
    const asking = request({ host: '127.0.0.1', port: session.port, path: '/mcp', headers }, (response) => {
      response.setEncoding('utf8').on('data', (text) => {
        for (const [, method] of text.matchAll(/"method":"([^"]+)"/g)) session.heard.push(method)
      })
      response.on('error', () => undefined)
      resolve(`> listen\nstatus ${response.statusCode}\n`)
    })
    session.streams.push(asking)
    asking.on('error', reject)
    asking.end()
  })
}

async function waitUntilHeard(session, method) {
  const end = Date.now() + PATIENCE
  while (!session.heard.includes(method) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  return ''
}

function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
