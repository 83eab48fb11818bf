/** Everything that an approval would allow, one fact per line and never cut, so that nothing is approved unseen. */

import type { SkillApproval } from '../../../contracts/decisions.js'
import { composeKey } from '../../../manager/settings/setting-key.js'
import { LIMITS } from '../../../skill/limits.js'
import { isBinaryName } from '../../../skill/metadata/requirements.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { ServerPower, ToolPower } from '../../../store/approvals/powers.js'
import { captureEnvironment } from '../../../system/environment.js'
import { ALWAYS_SEEN } from '../../../system/process/child-environment.js'
import type { SandboxProfile } from '../../../workspace/sandbox/profile.js'
import type { SandboxSight } from '../../../workspace/sandbox/sandbox-sight.js'
import { describeProfile, scriptProfile, serverProfile } from '../../skills/sandbox-profile.js'
import { type Line, styled } from '../../terminal/lines.js'

export function composePowers(approval: SkillApproval, sight: SandboxSight): readonly Line[] {
  const { tools, servers, allowedTools, restrictsTo, reuses, requires } = approval
  const list = (title: string, words: readonly string[]): readonly Line[] =>
    words.length === 0 ? [] : [`${title}: ${words.map(showWord).join(' ')}`]
  const programs = [
    ...tools.flatMap((tool) => composeTool(tool, approval, sight)),
    ...servers.flatMap((server) => composeServer(server, approval, sight)),
  ]
  return [
    ...programs,
    ...(programs.length === 0
      ? []
      : [
          [
            styled('every program also gets the environment variables ', 'dim'),
            [...ALWAYS_SEEN, ...OUR_OWN].join(', '),
          ],
        ]),
    ...composeSettings(approval),
    ...list('allowed without asking', allowedTools),
    ...(restrictsTo === undefined ? [] : list('restricts the agent to', restrictsTo)),
    ...list('includes tools of other skills', reuses),
    ...list('requires', requires),
  ]
}

const OUR_OWN = ['METIER_SKILL_DIR', 'METIER_WORKDIR', 'PYTHONDONTWRITEBYTECODE']

function composeTool(
  { name, run, category, declared, cwd, timeout, env }: ToolPower,
  approval: SkillApproval,
  sight: SandboxSight,
): readonly Line[] {
  const profile = scriptProfile(declared)
  return [
    `tool ${showWord(name)}: ${showCommand(run)}`,
    field('category', showWord(category)),
    field('directory', cwd === 'workdir' ? "the project's (cwd: workdir)" : "the skill's own"),
    field('network', category === 'network' ? 'yes, by its category' : describeNetwork(profile, sight)),
    field('sandbox', describeSight(profile, sight)),
    field('time limit', `${timeout ?? LIMITS.toolSeconds} seconds`),
    ...composeVariables(env, approval),
    ...composeRunner(run),
    ...composeAbsent(run),
  ]
}

function composeServer(server: ServerPower, approval: SkillApproval, sight: SandboxSight): readonly Line[] {
  const { name, command, url, env, set = {}, tools, timeout } = server
  const profile = serverProfile(url !== undefined)
  return [
    `server ${showWord(name)}: ${showCommand(command)}`,
    field('category', url === undefined ? 'execute' : 'network'),
    ...(url === undefined ? [field('directory', "the skill's own")] : []),
    field('network', profile === undefined ? `reaches ${showWord(url ?? '')}` : describeNetwork(profile, sight)),
    ...(profile === undefined ? [] : [field('sandbox', describeSight(profile, sight))]),
    field('provides', tools === undefined ? 'all its tools' : `${tools.map(showWord).join(', ')}`),
    field('time limit', `${timeout ?? LIMITS.serverSeconds} seconds to start`),
    ...(url === undefined ? composeVariables(env, approval) : composeAccess(server)),
    ...Object.entries(set).map(([variable, value]) => field('sets', `${showWord(variable)}=${showWord(value)}`)),
    ...composeRunner(command),
    ...(url === undefined ? composeAbsent(command) : []),
  ]
}

/** What the server is sent to know its caller. */
function composeAccess({ headers = {}, tokenEnv, oauth }: ServerPower): readonly Line[] {
  const secret = oauth && describeSignIn(oauth)
  return [
    ...Object.entries(headers).map(([header, value]) => field('header', `${showWord(header)}: ${showWord(value)}`)),
    ...(tokenEnv === undefined ? [] : [field('token', `gets the value of ${showWord(tokenEnv)}`)]),
    ...(secret === undefined ? [] : [field('sign-in', secret)]),
  ]
}

function describeSignIn(oauth: NonNullable<ServerPower['oauth']>): string {
  const { signIn, issuer, clientId, clientSecretEnv, scopes = [] } = oauth
  const given = [clientId, clientSecretEnv].filter((one) => one !== undefined).map(showWord)
  const place = issuer === undefined ? 'the authorization server that it names' : showWord(issuer)
  const gets = given.length === 0 ? '' : `${place} gets ${given.join(' and ')}`
  if (signIn === undefined) return gets
  const asks = scopes.length === 0 ? '' : `, for ${scopes.map(showWord).join(' ')}`
  return `you sign in with a browser at ${place}${asks}${gets === '' ? '' : `; ${gets}`}`
}

function describeNetwork({ hasNetwork }: SandboxProfile, { kind }: SandboxSight): string {
  return kind === 'open' || hasNetwork ? 'not declared, but not prevented' : 'prevented by the sandbox'
}

function describeSight(profile: SandboxProfile, sight: SandboxSight): string {
  switch (sight.kind) {
    case 'enclosed':
      return describeProfile(profile)
    case 'open':
      return `none, it can do what you can do: ${sight.reason}`
    case 'refused':
      return `required, so it is not started: ${sight.reason}`
  }
}

function field(label: string, text: string): Line {
  return [styled(`  ${label.padEnd(11)}`, 'dim'), text]
}

function composeVariables(env: readonly string[], { variables, settings }: SkillApproval): readonly Line[] {
  const named = (words: readonly string[], from: string) =>
    words.length === 0 ? [] : [field('variables', `${words.map(showWord).join(', ')} (${from})`)]
  return [
    ...named(env, 'named in tools.yaml'),
    ...named(variables, 'required in SKILL.md'),
    ...named(settings.env, `from skills.entries.${settings.key}`),
  ]
}

const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|uv|docker|podman|deno|bun)$/

/** Downloaded code can change after the approval. */
function composeRunner([program = '']: readonly string[]): readonly Line[] {
  if (!PACKAGE_RUNNERS.test(program)) return []
  return [
    [styled('  note       ', 'dim'), styled(`${program} may run code that this approval does not cover`, 'yellow')],
  ]
}

function composeAbsent([program = '']: readonly string[]): readonly Line[] {
  if (!isBinaryName(program) || captureEnvironment().hasBinary(program)) return []
  return [[styled('  note       ', 'dim'), styled(`the program '${program}' is not on PATH here`, 'yellow')]]
}

/** The user's settings that it gets, without values. */
function composeSettings({ settings, primaryEnv, name }: SkillApproval): readonly Line[] {
  const { key, env, hasApiKey, withheld } = settings
  const place = composeKey(['skills', 'entries', key])
  const given = [
    ...(hasApiKey && primaryEnv !== undefined ? [`its apiKey as ${showWord(primaryEnv)}`] : []),
    ...(env.length === 0 ? [] : [`the variables ${env.map(showWord).join(', ')}`]),
  ]
  const own: readonly Line[] = given.length === 0 ? [] : [`gets from ${place}: ${given.join(' and ')}`]
  if (withheld === undefined) return own
  const other = composeKey(['skills', 'entries', withheld])
  return [...own, `gets nothing from ${other}, which is for your own skill; for the project's '${name}', use ${place}`]
}

function showCommand(words: readonly string[]): string {
  return words.map(showWord).join(' ')
}

/** Quotes a word unless it is unambiguous. */
export function showWord(word: string): string {
  return /^[^\s'"\\`]+$/.test(word) && toPlainText(word) === word ? word : quoteForShell(word)
}
