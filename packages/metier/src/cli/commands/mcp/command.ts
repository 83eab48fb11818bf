import { TOOL_PROFILES } from '../../../mcp/server/profiles.js'
import { serveLazily } from '../../../mcp/server/serve-stdio.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, misuse } from '../../arguments/command.js'
import { MCP_OPTIONS, whenEnded } from '../../arguments/mcp-words.js'
import { oneOf } from '../../arguments/one-of.js'
import { hasColour } from '../../terminal/command-io.js'
import type { Line } from '../../terminal/lines.js'
import { readVersion } from '../../version.js'
import type { ComposedServer } from './compose-server.js'

const CLIENTS = ['claude-code', 'codex', 'cursor', 'vscode', 'gemini']

export const command: Command = {
  name: 'mcp',
  summary: 'serve skills to an MCP client on standard input and output, or set a client up',
  details: [
    'Without an action it serves: MCP clients start it so. install writes that into the configuration of a client, and uninstall takes it out again; both show the change first and leave everything else as it is. What the file was is kept beside it.',
    '--profile, --delivery, --strict, --root and --config given to install are what the client will start the server with.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'set a client up, or undo that', isOptional: true, values: ['install', 'uninstall'] },
    { name: 'CLIENT', summary: 'the client', isOptional: true, values: CLIENTS },
  ],
  options: [
    ...MCP_OPTIONS,
    { name: 'print', kind: 'flag', summary: 'only show what would change' },
    { name: 'project', kind: 'flag', summary: "change the project's configuration instead of your own" },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'change it without asking' },
  ],
  examples: [
    { line: 'metier mcp install claude-code', summary: 'make Claude Code skill-capable' },
    { line: 'metier mcp install codex --print', summary: 'see what would change' },
    { line: 'metier mcp', summary: 'what a client starts' },
  ],
  async run(input, context) {
    const action = input.argument('ACTION')
    if (action === undefined) return serve(input, context)
    const client = input.argument('CLIENT')
    if (client === undefined) return misuse(`which client? One of: ${CLIENTS.join(', ')}`)
    const { setUpClient } = await import('./set-up-client.js')
    const confirm = input.flag('yes') || input.flag('json') ? undefined : await findConfirmation(input, context)
    return setUpClient(
      {
        action: action === 'install' ? 'install' : 'uninstall',
        client,
        isForProject: input.flag('project'),
        isShownOnly: input.flag('print'),
        words: composeWords(input, context),
        confirm,
      },
      context,
    )
  },
}

async function serve(input: Input, context: Context): Promise<CommandOutcome> {
  let served: ComposedServer | undefined
  const open = async () => {
    const { composeServer } = await import('./compose-server.js')
    served ??= composeServer(input, context)
    return served.options
  }
  const onError = (error: Error) => void context.io.stderr.write(`${error.message}\n`)
  const profile = oneOf(TOOL_PROFILES, input.text('profile')) ?? 'registry'
  const service = await serveLazily({ version: readVersion(), profile, onError }, open)
  await Promise.race([service.closed, whenEnded(context.signal)])
  await service.close()
  await served?.close()
  return answer({ served: true }, () => [])
}

/** The words that a client is to repeat; what is usual anyway is not written down. */
function composeWords(input: Input, { roots, config }: Context): readonly string[] {
  const named = MCP_OPTIONS.filter(({ kind, name, default: usual }) => kind === 'text' && input.text(name) !== usual)
  return [
    ...named.flatMap(({ name }) => [`--${name}`, input.text(name) ?? '']),
    ...(input.flag('strict') ? ['--strict'] : []),
    ...roots.flatMap((root) => ['--root', root]),
    ...(config === undefined ? [] : ['--config', config]),
  ]
}

/** Scripts are not asked: they said what they want. */
async function findConfirmation(input: Input, { io }: Context) {
  const [{ askYesNo, canAsk }, { composeLines }] = await Promise.all([
    import('../../terminal/ask.js'),
    import('../../terminal/lines.js'),
  ])
  if (!canAsk(io)) return undefined
  return (lines: readonly Line[]) => {
    io.stderr.write(composeLines(lines, !input.flag('no-color') && hasColour(io.stderr)))
    return askYesNo('Write this?', io)
  }
}
