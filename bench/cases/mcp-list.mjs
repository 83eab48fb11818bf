// What `tools/list` costs a server with some active skills, without a transport: from the request to its answer.
import { join } from 'node:path'
import { openManager } from '../lib/metier.mjs'
import { importFile } from '../lib/modules.mjs'
import { median } from '../lib/statistics.mjs'

const CALLS = 200
const TOOLS = 3

export async function measure({ active, ...place }) {
  const skillManager = await openManager(place)
  const { createMcpServer } = await importFile(join(place.dist, 'mcp.js'))
  const skills = Array.from({ length: active }, (_, at) => createSkill(`skill-${at}`))
  const mcp = await createMcpServer({ skillManager, skills, watch: false })
  const [near, far] = createPair()
  await mcp.connect(far)
  const ask = createQuestions(near)
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  for (const { name } of skills) await ask('tools/call', { name: 'activate_skill', arguments: { name } })
  const first = await time(() => ask('tools/list', {}))
  const tools = first.value.tools.length
  if (tools < active * TOOLS) throw new Error(`Error: only ${tools} tools are listed`)
  const times = []
  for (let call = 0; call < CALLS; call++) times.push((await time(() => ask('tools/list', {}))).ms)
  return { firstMs: first.ms, listMs: median(times), tools }
}

function createSkill(name) {
  const tools = Array.from({ length: TOOLS }, (_, at) => ({
    toolName: `${name}-tool-${at}`,
    desc: `Does part ${at} of ${name}`,
    paramsSchema: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    execute: async () => 'done',
  }))
  return { name, description: `Does ${name}`, tools }
}

/** Two ends of a way that takes no time. */
function createPair() {
  const create = (findOther) => ({
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => findOther().onmessage?.(message),
  })
  const near = create(() => far)
  const far = create(() => near)
  return [near, far]
}

function createQuestions(transport) {
  const waiting = new Map()
  let id = 0
  transport.onmessage = (message) => {
    if (message.error !== undefined) throw new Error(`Error: ${message.error.message}`)
    waiting.get(message.id)?.(message.result)
  }
  return (method, params) => {
    id++
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    transport.send({ jsonrpc: '2.0', id, method, params })
    return answer
  }
}

async function time(work) {
  const started = performance.now()
  const value = await work()
  return { ms: performance.now() - started, value }
}
