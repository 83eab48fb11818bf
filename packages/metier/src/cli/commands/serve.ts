import { isLoopback } from '../../mcp/server/http/guard.js'
import { serveMcpOverHttp } from '../../mcp/server/http/serve-http.js'
import { messageOf } from '../../skill/unknown-value.js'
import { readServerToken } from '../../system/http/server-token.js'
import { answer, type Command, misuse, refuse } from '../arguments/command.js'
import { MCP_OPTIONS, whenEnded } from '../arguments/mcp-words.js'
import { composeServer } from './mcp/compose-server.js'

const LOCAL = '127.0.0.1'

export const command: Command = {
  name: 'serve',
  summary: 'serve skills to MCP clients over HTTP',
  details: [
    'The endpoint is /mcp. On 127.0.0.1 only programs of this machine get in. Anywhere else every request needs the token as "Authorization: Bearer TOKEN": the content of --token-file, or of METIER_TOKEN, or one that is made and shown at the start.',
    'Ends on Ctrl-C, after what is being answered.',
  ],
  arguments: [],
  options: [
    { name: 'port', kind: 'count', most: 65_535, value: 'N', default: 7391, summary: 'the port' },
    { name: 'host', kind: 'text', value: 'ADDRESS', default: LOCAL, summary: 'the address to listen on' },
    {
      name: 'allow-host',
      kind: 'texts',
      value: 'NAME',
      summary: 'a further host name by which clients may address it (repeatable)',
    },
    { name: 'token-file', kind: 'text', value: 'FILE', completes: 'files', summary: 'ask for the token in FILE' },
    ...MCP_OPTIONS,
  ],
  examples: [
    { line: 'metier serve', summary: 'for clients on this machine' },
    { line: 'metier serve --port 8080 --profile all', summary: 'on another port, with the tools of every contract' },
  ],
  async run(input, context) {
    const host = input.text('host') ?? LOCAL
    const token = readServerToken(input.text('token-file'), isLoopback(host))
    if (!token.ok) return misuse(token.message)
    const composed = composeServer(input, context)
    try {
      const service = await serveMcpOverHttp({
        ...composed.options,
        host,
        port: input.count('port') ?? 0,
        allowedHosts: input.texts('allow-host'),
        ...(token.value !== undefined && { token: token.value }),
        onError: (error) => context.io.stderr.write(`${error.message}\n`),
      })
      const secret = token.isNew ? `token: ${token.value}\n` : ''
      context.io.stderr.write(`${secret}metier serves ${service.url}\n`)
      await whenEnded(context.signal)
      await service.close()
      return answer({ served: service.url }, () => [])
    } catch (error) {
      return refuse(`cannot serve: ${messageOf(error)}`)
    } finally {
      await composed.close()
    }
  },
}
