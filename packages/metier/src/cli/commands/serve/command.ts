import { isDashboardPath } from '../../../dashboard/page-paths.js'
import { isLoopback } from '../../../mcp/server/http/guard.js'
import { type HttpService, serveMcpOverHttp } from '../../../mcp/server/http/serve-http.js'
import { codeOf, messageOf } from '../../../skill/unknown-value.js'
import { readServerToken, type ServerToken } from '../../../system/http/server-token.js'
import { answer, type Command, type CommandOutcome, type Input, misuse, refuse } from '../../arguments/command.js'
import { MCP_OPTIONS, whenEnded } from '../../arguments/mcp-words.js'
import { typeAgain } from '../../arguments/typed-again.js'
import { styled } from '../../terminal/lines.js'
import { composeServer } from '../mcp/compose-server.js'
import { createLazyDashboard, type LazyDashboard } from './lazy-dashboard.js'

const LOCAL = '127.0.0.1'
const USUAL_PORT = 7391
const MOST_PORT = 65_535

export const command: Command = {
  name: 'serve',
  summary: 'Serve skills to MCP clients over HTTP, with a page to look at them',
  details: [
    'The endpoint is /mcp. On 127.0.0.1, only programs on this machine can connect. On other addresses, every request needs the header "Authorization: Bearer TOKEN". The token comes from --token-file or METIER_TOKEN; otherwise one is generated and printed at startup.',
    'On 127.0.0.1, also serves a page that shows what agents see here. Its address has a random token, is printed at startup, and works on this machine only. The page is loaded when you open it.',
    'Stops on Ctrl-C, after open requests are answered.',
  ],
  arguments: [],
  options: [
    { name: 'port', kind: 'count', most: MOST_PORT, value: 'N', default: USUAL_PORT, summary: 'Port to listen on' },
    { name: 'host', kind: 'text', value: 'ADDRESS', default: LOCAL, summary: 'Address to listen on' },
    {
      name: 'allow-host',
      kind: 'texts',
      value: 'NAME',
      summary: 'Accept another host name in requests (repeatable)',
    },
    { name: 'token-file', kind: 'text', value: 'FILE', completes: 'files', summary: 'Require the token in FILE' },
    { name: 'no-dashboard', kind: 'flag', summary: 'Serve MCP alone, without the page' },
    ...MCP_OPTIONS,
  ],
  examples: [
    { line: 'metier serve', summary: 'Serve clients on this machine' },
    { line: 'metier serve --port 8080 --profile all', summary: 'Use another port and offer all tools' },
  ],
  async run(input, context) {
    const host = input.text('host') ?? LOCAL
    const token = readServerToken(input.text('token-file'), isLoopback(host))
    if (!token.ok) return misuse(token.message)
    const composed = composeServer(input, context)
    const onError = (error: unknown) => void context.io.stderr.write(`${messageOf(error)}\n`)
    let service: HttpService | undefined
    const dashboard =
      input.flag('no-dashboard') || !isLoopback(host)
        ? undefined
        : createLazyDashboard({ composed, input, onError, url: () => service ?? NOWHERE })
    try {
      service = await serveMcpOverHttp({
        ...composed.options,
        host,
        port: input.count('port') ?? 0,
        allowedHosts: input.texts('allow-host'),
        ...(token.value !== undefined && { token: token.value }),
        ...(dashboard !== undefined && { otherwise: dashboard.answer, isOpen: isDashboardPath }),
        onError,
      })
      context.io.stderr.write(describeService(service, token, dashboard))
      await whenEnded(context.signal)
      await dashboard?.close()
      await service.close()
      return answer({ served: service.url }, () => [])
    } catch (error) {
      return refuseToServe(error, input)
    } finally {
      await composed.close()
    }
  },
}

/** Before the server listens, nothing can ask for the page. */
const NOWHERE = { url: '', port: 0 }

function describeService(
  { url }: HttpService,
  token: Extract<ServerToken, { ok: true }>,
  dashboard: LazyDashboard | undefined,
): string {
  const secret = token.isNew ? `token: ${token.value}\n` : ''
  const page = dashboard && new URL(`/?token=${dashboard.token}`, url)
  return `${secret}Serving skills at ${url}\n${page === undefined ? '' : `Open the page at ${page}\n`}`
}

function refuseToServe(error: unknown, input: Input): CommandOutcome {
  const port = input.count('port') ?? 0
  const code = codeOf(error)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const advice = 'Use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.'
    return refuse(`cannot serve: ${input.text('host')} is not an address of this machine`, [advice])
  }
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return refuse(`cannot serve: ${messageOf(error)}`)
  const problem = code === 'EACCES' ? `you may not listen on port ${port}` : `port ${port} is already in use`
  const other = code === 'EACCES' || port === MOST_PORT ? USUAL_PORT : port + 1
  const again = typeAgain(input, { without: ['port'], with: ['--port', String(other)] })
  return refuse(`cannot serve: ${problem}`, [['Use another port: ', styled(again, 'cyan')]])
}
