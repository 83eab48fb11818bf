import type { Surroundings } from '../../manager/surroundings.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { forgetTokens, readTokens } from '../../sources/hub/kept-tokens.js'
import { answer, type Command, type CommandOutcome, misuse, refuse } from '../arguments/command.js'
import { findHub, NO_HOME, refuseHub } from '../hub/named-hub.js'
import { findSurroundings } from '../skills/open-skills.js'

export const command: Command = {
  name: 'logout',
  summary: 'Forget the token of a hub',
  details: [
    'Removes the token from this machine. It stays valid on the hub until it expires or is revoked there. Without HUB, the only login is removed.',
  ],
  arguments: [
    { name: 'HUB', summary: 'Address of the hub; the only one you are logged in to if omitted', isOptional: true },
  ],
  options: [{ name: 'all', kind: 'flag', summary: 'Forget the tokens of all hubs' }],
  examples: [
    { line: 'metier logout https://hub.example.com', summary: 'Log out of one hub' },
    { line: 'metier logout --all', summary: 'Log out of all hubs' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const surroundings = findSurroundings(context, false)
    const { home } = surroundings.place
    if (home === undefined) return refuse(NO_HOME)
    const word = input.argument('HUB')
    if (word !== undefined && input.flag('all')) return misuse('--all and HUB exclude each other')
    const known = readTokens(home)
    if (!known.ok) return refuseHub(known)
    const origins = [...known.value.keys()]
    if (word === undefined && origins.length > 1 && !input.flag('all')) {
      return misuse('several logins: name the hub, or pass --all', origins)
    }
    const chosen = word === undefined ? succeed(origins) : choose(word, origins, surroundings)
    if (!chosen.ok) return refuseHub(chosen)
    if (chosen.value.length === 0) return refuse('not logged in')
    const forgotten = await forgetTokens(home, chosen.value)
    if (!forgotten.ok) return refuseHub(forgotten)
    return answer({ loggedOut: chosen.value }, () =>
      chosen.value.map((origin) => `Logged out of ${new URL(origin).host}`),
    )
  },
}

function choose(word: string, origins: readonly string[], surroundings: Surroundings): Result<readonly string[]> {
  const hub = findHub(word, surroundings)
  if (!hub.ok) return hub
  if (origins.includes(hub.value.origin)) return succeed([hub.value.origin])
  return fail('source_unavailable', `not logged in to ${hub.value.host}`)
}
