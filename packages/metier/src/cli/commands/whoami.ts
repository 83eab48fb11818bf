import type { Surroundings } from '../../manager/surroundings.js'
import { type Failure, type Result, succeed } from '../../skill/failure.js'
import { type HubAddress, parseHubAddress } from '../../sources/hub/hub-address.js'
import { type HubUser, openHub } from '../../sources/hub/hub-api.js'
import { readTokens } from '../../sources/hub/kept-tokens.js'
import { answer, type Command, type CommandOutcome, refuse } from '../arguments/command.js'
import { findHub, readVariableToken, refuseHub } from '../hub/named-hub.js'
import { findSurroundings } from '../skills/open-skills.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'whoami',
  summary: 'Show who you are on a hub',
  details: [
    'Asks the hub whose token you have and what it allows. Without HUB, asks every hub that you are logged in to. METIER_TOKEN applies to a hub that you name.',
  ],
  arguments: [{ name: 'HUB', summary: 'Address of the hub; all you are logged in to if omitted', isOptional: true }],
  options: [],
  examples: [
    { line: 'metier whoami', summary: 'Check all logins' },
    { line: 'metier whoami https://hub.example.com --json', summary: 'Check one login from a script' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const surroundings = findSurroundings(context, false)
    const hubs = listHubs(input.argument('HUB'), surroundings)
    if (!hubs.ok) return refuseHub(hubs)
    if (hubs.value.length === 0) return refuse('not logged in', ["Log in with 'metier login HUB'."])
    const { home } = surroundings.place
    const asked: AskedHub[] = []
    for (const { address, token } of hubs.value) {
      const user = await openHub(address, { token, home, signal: context.signal }).whoami()
      asked.push({ address, ...(user.ok ? { user: user.value } : { failure: user.failure }) })
    }
    return answer({ hubs: asked.map(toDocument) }, () => asked.map(describe), {
      exitCode: asked.some(({ failure }) => failure !== undefined) ? 1 : 0,
    })
  },
}

interface HubToAsk {
  readonly address: HubAddress
  readonly token?: string | undefined
}

interface AskedHub {
  readonly address: HubAddress
  readonly user?: HubUser
  readonly failure?: Failure
}

function listHubs(word: string | undefined, surroundings: Surroundings): Result<readonly HubToAsk[]> {
  if (word !== undefined) {
    const token = readVariableToken()
    if (!token.ok) return token
    const address = findHub(word, surroundings)
    return address.ok ? succeed([{ address: address.value, token: token.value }]) : address
  }
  const { home } = surroundings.place
  const known = home === undefined ? succeed(new Map()) : readTokens(home)
  if (!known.ok) return known
  return succeed(
    [...known.value.keys()].flatMap((origin) => {
      const address = parseHubAddress(origin)
      return address.ok ? [{ address: address.value }] : []
    }),
  )
}

function toDocument({ address, user, failure }: AskedHub): object {
  const { origin: hub } = address
  return user === undefined ? { hub, error: failure?.message } : { hub, ...user }
}

function describe({ address, user, failure }: AskedHub): Line {
  // The message names the hub.
  if (user === undefined) return [styled(failure?.message ?? '', 'red')]
  const scopes = user.scopes.length === 0 ? '' : ` (${user.scopes.join(', ')})`
  return `${address.host}: ${user.handle}${scopes}`
}
