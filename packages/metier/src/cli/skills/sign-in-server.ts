/** Finds the server of a skill that the user signs in to. */

import { type SignInRequest, takesSignIn } from '../../mcp/host/sign-in/kept-sign-in.js'
import { findFileSkill } from '../../workspace/activation/file-skill.js'
import { type CommandOutcome, misuse, refuse } from '../arguments/command.js'
import { refuseUnknown } from '../arguments/refuse-unknown.js'
import { type ActivatingCall, settleApproval } from './active-skill.js'

type FoundServer =
  | { readonly ok: true; readonly request: SignInRequest }
  | { readonly ok: false; readonly outcome: CommandOutcome }

/** The server that the arguments SKILL and SERVER name. SERVER may be left out if there is only one. */
export async function findSignInServer(calling: ActivatingCall): Promise<FoundServer> {
  const { input, opened, context } = calling
  const name = input.argument('SKILL') ?? ''
  if (opened.reader.find(name) === undefined) return refused(await refuseUnknown(calling, name))
  const objection = await settleApproval(name, calling)
  if (objection !== undefined) return refused(objection)
  const found = await findFileSkill(name, { manager: opened.skills, workdir: context.workdir })
  if (!found.ok) return refused(refuse(found.failure.message, found.failure.suggestions))
  const servers = found.value.servers.filter(takesSignIn)
  const wanted = input.argument('SERVER')
  const names = servers.map((server) => server.name)
  const [only] = servers
  if (only === undefined) return refused(refuse(`No server of skill '${name}' takes a sign-in with a browser`))
  if (wanted === undefined && names.length > 1)
    return refused(misuse(`missing argument SERVER: one of ${names.join(', ')}`))
  const request = wanted === undefined ? only : servers.find((server) => server.name === wanted)
  if (request !== undefined) return { ok: true, request }
  return refused(
    refuse(`Skill '${name}' has no server '${wanted}' that takes a sign-in`, [`Its servers: ${names.join(', ')}`]),
  )
}

function refused(outcome: CommandOutcome): FoundServer {
  return { ok: false, outcome }
}
