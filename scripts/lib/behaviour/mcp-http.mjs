// An MCP client of `metier serve`, request by request.
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describeFrame, describeHeard, withPatience } from './mcp-frames.mjs'
import { commandLineOf } from './run-program.mjs'
import { describeEnd, section } from './steps.mjs'

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/**
 * Starts `metier serve` on a free port and sends requests: `{ http, path, headers, body }`, or frames as over stdio,
 * which carry the session once there is one. `{ listen: true }` opens the stream of notifications.
 */
export function httpSession(words, frames) {
  return async (machine) => {
    const port = await findFreePort()
    const [program, ...start] = commandLineOf(machine.packageFolder)
    const options = { cwd: machine.project, env: machine.variables, stdio: ['ignore', 'pipe', 'pipe'] }
    const child = spawn(program, [...start, 'serve', '--port', String(port), ...words], options)
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
    const said = await waitForServer(child, ended)
    const session = { port, headers: {}, count: 0, heard: [], streams: [] }
    const texts = []
    for (const frame of frames) texts.push(await send(session, frame))
    for (const stream of session.streams) stream.destroy()
    child.kill('SIGTERM')
    const exit = await withPatience(ended, 'the end')
    child.kill('SIGKILL')
    const end = describeEnd(['metier serve', ...words].join(' '), { exit, ...said })
    return `${end}${texts.filter((text) => text !== '').join('\n')}\n${describeHeard(session.heard, frames)}`
  }
}

async function waitForServer(child, ended) {
  const said = { stdout: '', stderr: '' }
  const ready = new Promise((resolve) => {
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        said[stream] += text
        if (/\/mcp\b.*\n/.test(said.stderr + said.stdout)) resolve(undefined)
      })
    }
  })
  await withPatience(Promise.race([ready, ended]), 'the server')
  return said
}

async function send(session, frame) {
  if (frame.until !== undefined) return await waitUntilHeard(session, frame.until)
  if (frame.listen === true) return await openStream(session)
  if (frame.http !== undefined) {
    const answer = await ask(session, { method: frame.http, ...frame })
    return `> ${frame.http} ${frame.path ?? '/mcp'} ${JSON.stringify(frame.headers ?? {})}\n${showAnswer(answer)}`
  }
  return await sendFrame(session, frame)
}

async function sendFrame(session, frame) {
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
  return text.split('\n').flatMap((line) => (/^data: *\{/.test(line) ? [JSON.parse(line.slice('data:'.length))] : []))
}

/** JSON in lines of its own, so that a difference shows where it is. */
function showAnswer({ status, headers, text }) {
  const body = text.replaceAll(/^(data: *)?(\{.*\})$/gm, (_, before = '', json) => {
    return `${before}${JSON.stringify(JSON.parse(json), null, 2)}`
  })
  return `status ${status}, ${headers['content-type'] ?? 'no type'}\n${section('body', body)}`
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
  for (let look = 0; look < 2000 && !session.heard.includes(method); look += 1) await pause(10)
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
