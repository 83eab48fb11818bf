/** Tools that are small enough to see what an adapter does with them. */
import type { AgentTool, CallOptions, OfferableTool, ToolAnswer } from '../../src/tools/agent-tool.js'

const SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string' }, mood: { type: 'string', enum: ['calm', 'loud'] } },
  required: ['text'],
}

/** Answers with its input and remembers its calls. */
export function echoTool(name = 'echo'): AgentTool & { readonly calls: { input: unknown; options: unknown }[] } {
  const calls: { input: unknown; options: unknown }[] = []
  return {
    calls,
    definition: { name, description: `Answers with what ${name} is given`, inputSchema: SCHEMA },
    call: async (input: unknown, options?: CallOptions): Promise<ToolAnswer> => {
      calls.push({ input, options })
      return { text: JSON.stringify(input), isError: false, data: input }
    },
  }
}

/** Answers that it failed, in words of its own. */
export function failingTool(name = 'failing'): AgentTool {
  return {
    definition: { name, description: 'Fails', inputSchema: { type: 'object', properties: {} } },
    call: async () => ({ text: 'It did not work.', isError: true, data: { worked: false } }),
  }
}

/** Breaks its promise and throws. */
export function throwingTool(name = 'throwing'): AgentTool {
  return {
    definition: { name, description: 'Throws', inputSchema: { type: 'object', properties: {} } },
    call: async () => {
      throw new Error('broken pipe')
    },
  }
}

/** A tool that is offered only while it has something to offer, and says more each time it is asked. */
export function moodyTool(): OfferableTool & { isThere: boolean } {
  let asked = 0
  const tool = {
    name: 'moody',
    isThere: false,
    get definition() {
      asked += 1
      const description = `Asked ${asked} times`
      return tool.isThere ? { name: 'moody', description, inputSchema: { type: 'object' } } : undefined
    },
    call: async () => ({ text: 'Here.', isError: false, data: null }),
  }
  return tool
}
