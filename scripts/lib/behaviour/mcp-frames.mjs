// Frames of MCP, as a client sends them and as a record shows them.

const PROTOCOL = '2025-06-18'
const PATIENCE = 20_000

/** The two frames with which a client of 2025 begins. */
export function greet(capabilities = {}, protocolVersion = PROTOCOL) {
  const clientInfo = { name: 'recorder', version: '9.9.9' }
  const params = { protocolVersion, capabilities, clientInfo }
  return [{ method: 'initialize', params }, { notify: 'notifications/initialized' }]
}

/** A call of a tool. */
export function callTool(name, input = {}) {
  return { method: 'tools/call', params: { name, arguments: input } }
}

/** A request and its answer. */
export function describeFrame({ method, params }, answer) {
  const { jsonrpc: _version, id: _id, ...shown } = answer ?? {}
  const title = params?.protocolVersion === undefined ? `${method} ${JSON.stringify(params ?? {})}` : method
  return `> ${title}\n${JSON.stringify(shown, null, 2)}\n`
}

/**
 * What a server said by itself, each once. That a list has changed counts only if a frame waited for it: how often it is
 * said, and whether already at the start, depends on the time.
 */
export function describeHeard(methods, frames) {
  const awaited = new Set(frames.map(({ until }) => until))
  const heard = [...new Set(methods)].filter((method) => awaited.has(method) || !method.endsWith('/list_changed'))
  return heard.length === 0 ? '' : `heard:\n${heard.toSorted().join('\n')}\n`
}

/** The promise's value, or a value that says that it never came. */
export async function withPatience(promise, what) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ error: `nothing came for ${what}` }), PATIENCE)
  })
  const answer = await Promise.race([promise, late])
  clearTimeout(timer)
  return answer
}
