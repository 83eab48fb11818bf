import { CLIENT_ALIASES, CLIENTS as SETUPS } from '../../../mcp/clients/clients.js'
import { TOOL_PROFILES } from '../../../mcp/server/profiles.js'
import { serveLazily } from '../../../mcp/server/serve-stdio.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, misuse } from '../../arguments/command.js'
import { MCP_OPTIONS, whenEnded } from '../../arguments/mcp-words.js'
import { oneOf } from '../../arguments/one-of.js'
import { hasColour } from '../../terminal/command-io.js'
import { composeLines, type Line } from '../../terminal/lines.js'
import { asideOf, printAside } from '../../terminal/print.js'
import { readVersion } from '../../version.js'
import type { ComposedServer } from './compose-server.js'

const CLIENTS = Object.keys(SETUPS)

export const command: Command = {
  name: 'mcp',
  summary: 'Serve skills to an MCP client over stdio, or configure a client',
  details: [
    'Without ACTION, serves skills over stdio; MCP clients start it this way. install adds Metier to the configuration of a client, and uninstall removes it. Both show the change first and keep everything else. A backup of the original file is kept next to it.',
    'install writes the name metier if it is on PATH, otherwise absolute paths, and starts the server once before it writes: an entry that does not start is not written. With --project, it writes npx --no-install metier if the project has Metier in node_modules, and warns if the entry has paths of this machine.',
    'install stores the options --profile, --delivery, --set, --strict, --root and --config, and the client starts the server with them.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'Configure a client, or undo it', isOptional: true, values: ['install', 'uninstall'] },
    { name: 'CLIENT', summary: 'The client', isOptional: true, values: [...CLIENTS, ...Object.keys(CLIENT_ALIASES)] },
  ],
  options: [
    ...MCP_OPTIONS,
    { name: 'print', kind: 'flag', summary: 'Only show what would change' },
    { name: 'project', kind: 'flag', summary: "Change the project's configuration instead of your own" },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'Do not ask before changing the file' },
  ],
  examples: [
    { line: 'metier mcp install claude-code', summary: 'Add Metier to Claude Code' },
    { line: 'metier mcp install codex --print', summary: 'Preview the change for Codex' },
    { line: 'metier mcp', summary: 'Serve over stdio, as a client does' },
  ],
  async run(input, context) {
    const action = input.argument('ACTION')
    if (action === undefined) return serve(input, context)
    const given = input.argument('CLIENT')
    if (given === undefined) return misuse(`missing argument CLIENT: one of ${CLIENTS.join(', ')}`)
    const { setUpClient } = await import('./set-up-client.js')
    const confirm = input.flag('yes') || input.flag('json') ? undefined : await findConfirmation(input, context)
    return setUpClient(
      {
        action: action === 'install' ? 'install' : 'uninstall',
        client: CLIENT_ALIASES[given] ?? given,
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
  const { onUse } = context.io
  const service = await serveLazily({ version: readVersion(), profile, onError, ...(onUse && { onUse }) }, open)
  if (context.io.stdin.isTTY === true) printAside(context.io, WAITING, asideOf(input))
  await Promise.race([service.closed, whenEnded(context.signal)])
  await service.close()
  await served?.close()
  return answer({ served: true }, () => [])
}

/** Someone who typed the command would otherwise see nothing at all. */
const WAITING = [
  'Waiting for an MCP client on stdin. Press Ctrl-C to stop.',
  'To let a client start this server: metier mcp install CLIENT',
]

/** The options that the client starts the server with; defaults are left out. */
function composeWords(input: Input, { roots, config }: Context): readonly string[] {
  const named = MCP_OPTIONS.filter(({ kind, name, default: usual }) => kind === 'text' && input.text(name) !== usual)
  return [
    ...named.flatMap(({ name }) => [`--${name}`, input.text(name) ?? '']),
    ...(input.flag('strict') ? ['--strict'] : []),
    ...roots.flatMap((root) => ['--root', root]),
    ...(config === undefined ? [] : ['--config', config]),
  ]
}

/** Undefined without a terminal: scripts are not asked. */
async function findConfirmation(input: Input, { io }: Context) {
  const { askYesNo, canAsk } = await import('../../terminal/ask.js')
  if (!canAsk(io)) return undefined
  return (lines: readonly Line[]) => {
    io.stderr.write(composeLines(lines, !input.flag('no-color') && hasColour(io.stderr)))
    return askYesNo('Apply this change?', io)
  }
}
