/** A real MCP server in one file without any package: enough of the protocol for the tests, and ways to misbehave. */

/** The program; what it does beside answering is chosen by its tools. */
const SERVER = `
import { appendFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const mode = process.argv[2] ?? ''
if (process.env.STARTS) appendFileSync(process.env.STARTS, process.pid + '\\n')
appendFileSync(process.env.METIER_SKILL_DIR + '/../starts.log', process.pid + '\\n')
if (mode === 'silent') setInterval(() => {}, 1000)
if (mode === 'dies') { process.stderr.write('cannot find my settings\\n'); process.exit(1) }
const tool = (name) => ({ name, description: 'Does ' + name, inputSchema: { type: 'object', properties: { text: { type: 'string' } } } })
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
const text = (value) => ({ content: [{ type: 'text', text: value }] })
if (mode !== 'silent') createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'small', version: '1' } })
  else if (method === 'tools/list') answer(id, { tools: ['echo', 'pid', 'die', 'fail', 'structured', 'env', 'hang', 'flood', 'steps'].map(tool) })
  else if (method === 'tools/call') {
    const { name, arguments: given } = params
    if (name === 'echo') answer(id, text(given.text ?? ''))
    if (name === 'pid') answer(id, text(String(process.pid)))
    if (name === 'env') answer(id, text(Object.keys(process.env).join()))
    if (name === 'fail') answer(id, { ...text('it did not work'), isError: true })
    if (name === 'structured') answer(id, { ...text('{}'), structuredContent: { n: 1 } })
    if (name === 'flood') { const flood = () => { while (process.stdout.write('A'.repeat(65536))); process.stdout.once('drain', flood) }; flood() }
    if (name === 'steps') {
      const step = (progress) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: params._meta.progressToken, progress } })
      const last = JSON.stringify({ jsonrpc: '2.0', id, result: text('done') })
      process.stdout.write([...Array.from({ length: 400 }, (_, at) => step(at)), last, ''].join('\\n'))
    }
    if (name === 'die') { process.stderr.write('dying as asked\\n'); process.exit(7) }
  } else if (id !== undefined) answer(id, {})
})
`

/** A skill that brings it. */
export function serverSkill(mode = '', more: Readonly<Record<string, unknown>> = {}) {
  const server = { command: 'node', args: ['server.mjs', mode], ...more }
  return { 'tools.yaml': JSON.stringify({ servers: { small: server } }), 'server.mjs': SERVER }
}
