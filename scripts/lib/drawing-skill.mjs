// A skill whose tool comes from an MCP server of its own, for the load test.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.mjs'

/** A server without any package: an image, with a step of progress before it. */
const DRAWING = `
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
appendFileSync(process.env.STARTS, process.pid + '\\n')
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const tools = [{ name: 'draw', inputSchema: { type: 'object', properties: { n: { type: 'number' } } } }]
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'draw', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { n }, _meta }) => {
    const { progressToken } = _meta ?? {}
    if (progressToken !== undefined) send({ method: 'notifications/progress', params: { progressToken, progress: n } })
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(4096) }
    return { content: [{ type: 'text', text: String(n) }, image] }
  },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (answers[method]) send({ id, result: answers[method](params) })
  else send({ id, error: { code: -32601, message: 'Method not found' } })
})
`

/** Writes the skill, approves it, and allows everything. Gives the folder of skills. */
export async function writeDrawingSkill(home, main) {
  const root = join(home, 'load-skills')
  const folder = join(root, 'drawing')
  await mkdir(folder, { recursive: true })
  const servers = { draw: { command: 'node', args: ['server.mjs'], env: ['STARTS'] } }
  await writeFile(join(folder, 'SKILL.md'), '---\nname: drawing\ndescription: Draws\n---\nDraw.\n')
  await writeFile(join(folder, 'tools.yaml'), JSON.stringify({ servers }))
  await writeFile(join(folder, 'server.mjs'), DRAWING)
  const allowed = JSON.stringify([{ category: ['read', 'write', 'execute', 'network'] }])
  for (const words of [
    ['config', 'set', 'policy.allow', allowed],
    ['config', 'set', 'sandbox', 'off'],
    ['approve', 'drawing', '--yes', '--root', root],
  ]) {
    const outcome = await run([process.execPath, main, ...words], { env: { HOME: home } })
    if (!outcome.ok) throw new Error(outcome.output)
  }
  return root
}
