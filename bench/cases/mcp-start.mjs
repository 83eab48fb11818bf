// From the start of a process to its answer to `initialize`, as an MCP client waits for it.
import { spawn } from 'node:child_process'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
}

export async function measure({ words }) {
  const started = performance.now()
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  let said = ''
  const answered = new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      said += text
      if (said.includes('\n')) resolve(performance.now())
    })
    void ended.then(() => reject(new Error('Error: it ended without an answer')))
  })
  const startMs = (await answered) - started
  if (JSON.parse(said).result?.serverInfo === undefined) throw new Error(`Error: a wrong answer: ${said}`)
  child.stdin.end()
  await ended
  return { startMs }
}
