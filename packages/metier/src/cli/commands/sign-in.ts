import type { SignInRequest } from '../../mcp/host/sign-in/kept-sign-in.js'
import { signIn } from '../../mcp/host/sign-in/sign-in.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import { openBrowser } from '../../system/process/open-browser.js'
import { answer, type Command, type CommandOutcome, type Context, type Input, refuse } from '../arguments/command.js'
import { composeCommand } from '../skills/active-skill.js'
import { openSkills } from '../skills/open-skills.js'
import { findSignInServer } from '../skills/sign-in-server.js'
import { canAsk } from '../terminal/ask.js'
import { asideOf, printAside } from '../terminal/print.js'

export const command: Command = {
  name: 'sign-in',
  summary: "Sign in to a skill's MCP server with a browser",
  details: [
    "Prints the address at which you sign in, opens it in your browser and waits up to five minutes. The sign-in is kept in your home directory, for this skill and this server only. Metier refreshes it when it expires. Remove it with 'metier sign-out'.",
    'Needs a terminal. If the browser is on another machine, forward the port: metier sign-in SKILL --port 7392 --no-browser, and ssh -L 7392:127.0.0.1:7392 there.',
  ],
  arguments: [
    { name: 'SKILL', summary: 'Name of the skill', completes: 'skills' },
    { name: 'SERVER', summary: 'Name of the server in its tools.yaml, if there are several', isOptional: true },
  ],
  options: [
    {
      name: 'port',
      kind: 'count',
      value: 'N',
      least: 1,
      most: 65_535,
      summary: 'Port on which the browser comes back. Default: a free one',
    },
    { name: 'no-browser', kind: 'flag', summary: 'Only print the address' },
  ],
  examples: [
    { line: 'metier sign-in wiki', summary: 'Sign in to the server of the skill wiki' },
    { line: 'metier sign-in wiki docs --no-browser', summary: 'Print the address for its server docs' },
  ],
  async run(input, context) {
    const opened = await openSkills(context, false)
    const found = await findSignInServer({ input, context, opened, mayAsk: canAsk(context.io) })
    const outcome = found.ok ? await logIn(found.request, input, context) : found.outcome
    const notes = [...opened.notes, ...(outcome.notes ?? [])]
    return { ...outcome, notes, afterwards: () => opened.skills.close() }
  },
}

async function logIn(request: SignInRequest, input: Input, context: Context): Promise<CommandOutcome> {
  const { name: server, url, signIn: account } = request
  if (!canAsk(context.io)) {
    const again = composeCommand(input, 'sign-in', account.skill, server)
    const error = 'signing in needs a terminal and a browser'
    return refuse(error, [`Run it in a terminal: ${again}`], { error, suggestions: [again] })
  }
  const show = (address: URL) => {
    const lines = [`Sign in to '${server}' of skill '${account.skill}' (${toPlainText(url)}):`, `  ${address.href}`]
    printAside(context.io, lines, asideOf(input))
    if (!input.flag('no-browser')) openBrowser(address)
  }
  const signed = await signIn(request, { show, port: input.count('port'), signal: context.signal })
  if (!signed.ok) return refuse(signed.failure.message, signed.failure.suggestions)
  const base = { skill: account.skill, server, url }
  if (signed.value.state === 'unneeded') {
    return answer({ ...base, signedIn: false }, () => [`Server '${server}' does not ask for a sign-in`])
  }
  const { issuer } = signed.value
  return answer({ ...base, signedIn: true, issuer }, () => [
    `Signed in to '${server}' of skill '${account.skill}' at ${toPlainText(issuer)}`,
  ])
}
