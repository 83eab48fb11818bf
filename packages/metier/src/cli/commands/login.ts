import { isTrustedSource } from '../../gate/trust.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { LoginCode } from '../../sources/hub/device-login.js'
import type { HubAddress } from '../../sources/hub/hub-address.js'
import { type HubKey, openHub } from '../../sources/hub/hub-api.js'
import { keepToken } from '../../sources/hub/kept-tokens.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { checkToken, findHub, NO_HOME, readVariableToken, refuseHub } from '../hub/named-hub.js'
import { findSurroundings } from '../skills/open-skills.js'
import { canAsk } from '../terminal/ask.js'
import { askSecret } from '../terminal/ask-secret.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'login',
  summary: 'Log in to a hub',
  details: [
    'Asks for a token, checks it with the hub, and keeps it in ~/.metier/credentials, readable by you alone. Scripts pass the token on standard input (--token-stdin) or in METIER_TOKEN.',
    'Without a token, press Enter or pass --browser: Metier shows a code, and you type it on a page of the hub where you are signed in. The hub then makes a token for this machine. Never type a code that you were sent.',
    "The token is sent to this hub only: to the same protocol, host and port, and never after a redirect. Without https, the hub has to be on this machine or a private network. Logging in does not trust the hub's skills; the next command to run is printed.",
  ],
  arguments: [{ name: 'HUB', summary: 'Address of the hub, or the name of a registry in the configuration' }],
  options: [
    { name: 'token-stdin', kind: 'flag', summary: 'Read the token from standard input' },
    { name: 'browser', kind: 'flag', excludes: ['token-stdin'], summary: 'Confirm a code in a browser instead' },
  ],
  examples: [
    { line: 'metier login https://hub.example.com', summary: 'Log in; the token is asked for' },
    { line: 'metier login https://hub.example.com --browser', summary: 'Log in without a token' },
    { line: 'metier login https://hub.example.com --token-stdin', summary: 'Log in from a script' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const surroundings = findSurroundings(context, false)
    const { home } = surroundings.place
    const hub = findHub(input.argument('HUB') ?? '', surroundings)
    if (!hub.ok) return refuseHub(hub)
    if (home === undefined) return refuse(NO_HOME)
    const token = await readToken(input, context, hub.value)
    if (!token.ok) return refuseHub(token)
    const api = openHub(hub.value, { token: token.value, signal: context.signal })
    const user = await api.whoami()
    if (!user.ok) return refuseHub(user)
    const { handle, scopes } = user.value
    const kept = await keepToken(home, hub.value.origin, { token: token.value, handle })
    if (!kept.ok) return refuseHub(kept)
    const keys = await api.getKeys()
    const current = (keys.ok ? keys.value : []).filter(({ isRetired }) => !isRetired)
    const { trustedSources } = surroundings.settings
    const isTrusted = isTrustedSource(hub.value.identity, trustedSources)
    const lines: readonly Line[] = [
      `Logged in to ${hub.value.host} as ${handle}`,
      ...(scopes.length === 0 ? [] : [[styled(`The token allows: ${scopes.join(', ')}`, 'dim')]]),
    ]
    return answer(
      { hub: hub.value.origin, handle, scopes, file: kept.value, isTrusted, keys: current.map(toShownKey) },
      () => lines,
      { notes: await adviseNext(hub.value, isTrusted, current, surroundings) },
    )
  },
}

function toShownKey({ fingerprint }: HubKey): object {
  return { fingerprint }
}

async function readToken(input: Input, context: Context, hub: HubAddress): Promise<Result<string>> {
  const { io } = context
  if (input.flag('browser')) return confirmInBrowser(hub, context)
  if (input.flag('token-stdin')) {
    const text = await readInput(io.stdin)
    return checkToken(text, 'Standard input')
  }
  const variable = readVariableToken()
  if (!variable.ok) return variable
  if (variable.value !== undefined) return succeed(variable.value)
  if (canAsk(io))
    io.stderr.write(
      'Paste a token, which an administrator of the hub makes, or press Enter to confirm a code in a browser.\n',
    )
  const typed = await askSecret(`Token for ${hub.host} (not shown):`, io)
  if (typed === '') return confirmInBrowser(hub, context)
  if (typed !== undefined) return checkToken(typed, 'The input')
  return fail('source_unavailable', 'no token was given', [
    'Pass it on standard input with --token-stdin, or in METIER_TOKEN. To log in without one, pass --browser.',
    `An administrator makes your first one: on ${hub.url}/admin, or with metier-hub token create`,
  ])
}

async function confirmInBrowser(hub: HubAddress, { io, signal }: Context): Promise<Result<string>> {
  const { logInWithCode } = await import('../../sources/hub/device-login.js')
  const onCode = ({ page, code, minutes }: LoginCode) => {
    io.stderr.write(`Open ${page}\nType this code there: ${code}\n`)
    io.stderr.write(`Waiting for up to ${minutes} minutes; press Ctrl-C to stop\n`)
  }
  return logInWithCode(hub, { onCode, signal })
}

const LONGEST_INPUT = 8192

async function readInput(stdin: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.length > LONGEST_INPUT) break
  }
  return text.trim()
}

/** What is left to do before skills can be installed, with their signatures checked. */
async function adviseNext(
  { source, url }: HubAddress,
  isTrusted: boolean,
  keys: readonly HubKey[],
  { settings }: Pick<Surroundings, 'settings'>,
): Promise<readonly Line[]> {
  const { listTrustedKeys } = await import('../../manager/store-operations/signers/trust-key.js')
  const trusted = new Set(listTrustedKeys(settings).map(({ fingerprint }) => fingerprint))
  const strange = keys.find(({ fingerprint }) => !trusted.has(fingerprint))
  return [
    ...(isTrusted ? [] : [step('To install skills from it, run: ', `metier trust ${quoteForShell(source)}`)]),
    ...(strange === undefined
      ? []
      : [step('To check the signatures of its skills, run: ', `metier trust ${quoteForShell(`key:${url}`)}`)]),
  ]
}

function step(words: string, command: string): Line {
  return [words, styled(command, 'cyan')]
}
