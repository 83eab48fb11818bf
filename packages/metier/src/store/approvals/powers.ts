/** Lists everything that a skill's files can do once they are approved. The user must see the whole list. */

import { effectiveCategory } from '../../skill/command/command-category.js'
import { parseSkill } from '../../skill/parse.js'
import { CATEGORIES } from '../../skill/policy-rule.js'
import { TOOLS_FILES } from '../../skill/tools-file/tools-file.js'
import { readYaml } from '../../system/yaml.js'

/** A program that a model may run. */
export interface ToolPower {
  readonly name: string
  readonly run: readonly string[]
  /** What permission asks about. */
  readonly category: string
  /** The category that its entry declares, which its sandbox follows. */
  readonly declared: string
  /** The directory that it runs in. */
  readonly cwd: string
  /** In seconds; left out if the skill does not set it. */
  readonly timeout?: number
  /** The environment variables that its entry names. */
  readonly env: readonly string[]
}

/** A server that is started or contacted while the skill is active. */
export interface ServerPower {
  readonly name: string
  /** The program and its arguments, or the address. */
  readonly command: readonly string[]
  readonly url?: string
  readonly env: readonly string[]
  /** Headers that it gets, as they are written; left out if there are none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The variable with its bearer token. */
  readonly tokenEnv?: string
  /**
   * The authorization server that gets the secret of a client, and the variable with the secret. With `signIn`, the user
   * signs in with a browser, at the authorization server that the server names if there is no issuer.
   */
  readonly oauth?: OAuthPower
  /** Variables with fixed values; left out if there are none. */
  readonly set?: Readonly<Record<string, string>>
  /** Only these tools of the server. */
  readonly tools?: readonly string[]
  readonly timeout?: number
}

interface OAuthPower {
  readonly signIn?: string
  readonly issuer?: string
  readonly clientId?: string
  readonly clientSecretEnv?: string
  /** What is asked for with a sign-in. */
  readonly scopes?: readonly string[]
}

export interface Powers {
  readonly tools: readonly ToolPower[]
  readonly servers: readonly ServerPower[]
  readonly allowedTools: readonly string[]
  /** The environment variables that every program of the skill sees, because its SKILL.md requires them. */
  readonly variables: readonly string[]
  /** The environment variable that `apiKey` in the skill's settings sets. */
  readonly primaryEnv?: string
  readonly restrictsTo?: readonly string[]
  /** Tools of other skills that it also provides. */
  readonly reuses: readonly string[]
  /** Skills and tools that are activated with it. */
  readonly requires: readonly string[]
}

/** Lists the parts of a skill that have no effect until it is approved. */
export function readPowers(contents: ReadonlyMap<string, Uint8Array>, mainFile: string): Powers {
  const file = TOOLS_FILES.find((name) => contents.has(name))
  const value = file === undefined ? undefined : readYaml(textOf(contents.get(file))).value
  const { tools, servers, restrictsTo, reuses, requires } = mappingOf(value)
  const { traits } = parseSkill(textOf(contents.get(mainFile)), { readYaml })
  const { env, primaryEnv } = traits.requirements
  const needed = mappingOf(requires)
  return {
    tools: listOf(tools).map(readTool),
    servers: Object.entries(mappingOf(servers)).map(readServer),
    allowedTools: traits.allowedTools,
    variables: [...new Set([...env, ...(primaryEnv === undefined ? [] : [primaryEnv])])],
    ...(primaryEnv !== undefined && { primaryEnv }),
    ...(restrictsTo !== undefined && { restrictsTo: wordsOf(restrictsTo) }),
    reuses: wordsOf(reuses),
    requires: [...wordsOf(needed.skills), ...wordsOf(needed.tools)],
  }
}

function readTool(value: unknown): ToolPower {
  const { name, run, category, cwd, timeout, env } = mappingOf(value)
  const declared = CATEGORIES.find((known) => known === category)
  return {
    name: textIn(name, ''),
    run: wordsOf(run),
    category: effectiveCategory(declared, wordsOf(run)),
    declared: declared ?? 'execute',
    cwd: textIn(cwd, 'skill'),
    ...(typeof timeout === 'number' && { timeout }),
    env: wordsOf(env),
  }
}

function readServer([name, value]: readonly [string, unknown]): ServerPower {
  const { command, args, url, env, set, tools, timeout, tokenEnv } = mappingOf(value)
  const { headers, oauth } = mappingOf(value)
  const fixed = Object.entries(mappingOf(set)).map(([key, text]) => [key, String(text)])
  const sent = Object.entries(mappingOf(headers)).map(([key, text]) => [key, String(text)])
  return {
    name,
    command: [...wordsOf(command ?? url), ...wordsOf(args)],
    ...(command === undefined && typeof url === 'string' && { url }),
    env: wordsOf(env),
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
    ...(tokenEnv !== undefined && { tokenEnv: textIn(tokenEnv, '') }),
    ...(oauth !== undefined && { oauth: readOAuth(mappingOf(oauth)) }),
    ...(fixed.length > 0 && { set: Object.fromEntries(fixed) }),
    ...(tools !== undefined && { tools: wordsOf(tools) }),
    ...(typeof timeout === 'number' && { timeout }),
  }
}

function readOAuth({
  signIn,
  issuer,
  clientId,
  clientSecretEnv,
  scopes,
}: Readonly<Record<string, unknown>>): OAuthPower {
  return {
    ...(signIn !== undefined && { signIn: textIn(signIn, '') }),
    ...(issuer !== undefined && { issuer: textIn(issuer, '') }),
    ...(clientId !== undefined && { clientId: textIn(clientId, '') }),
    ...(clientSecretEnv !== undefined && { clientSecretEnv: textIn(clientSecretEnv, '') }),
    ...(scopes !== undefined && { scopes: wordsOf(scopes) }),
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes)
}

function textIn(value: unknown, otherwise: string): string {
  return value === undefined || value === null ? otherwise : String(value)
}

function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return listOf(value).map(String)
}
