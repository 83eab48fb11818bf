/** Finds the user's credential for a git host. It stays in memory: it is never written, logged or shown. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLoopbackHost } from '../http/private-address.js'
import { findProgram, runProgram } from '../process/process.js'

type Variables = Readonly<Record<string, string | undefined>>

export interface CredentialOptions {
  /** The git program; looked up on PATH if omitted, not asked if false. */
  readonly program?: string | false | undefined
  /** Replaces the process's environment variables. */
  readonly variables?: Variables | undefined
  readonly signal?: AbortSignal | undefined
}

const MILLISECONDS = 10_000
const MOST_OUTPUT = 64 * 1024

/** The `Authorization` header for a host: from a variable, from `gh`, or from git's credential helpers. */
export async function findGitAuthorization(url: URL, options: CredentialOptions): Promise<string | undefined> {
  const { variables = process.env, signal } = options
  if (url.protocol !== 'https:' && !isLoopbackHost(url.hostname)) return undefined
  // A project may contain its own git configuration, so the programs run outside of any repository.
  const directory = mkdtempSync(join(tmpdir(), 'metier-credential-'))
  try {
    const call: Call = { directory, variables, signal }
    const token = tokenOf(url, variables) ?? (await askGh(url, call))
    if (token !== undefined) return compose('x-access-token', token)
    return await askGit(url, options.program ?? findProgram('git', variables.PATH), call)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

interface Call {
  readonly directory: string
  readonly variables: Variables
  readonly signal: AbortSignal | undefined
}

/** These variables are for GitHub only, whatever host asks. */
function tokenOf({ host }: URL, { GH_TOKEN, GITHUB_TOKEN }: Variables): string | undefined {
  return host === 'github.com' ? GH_TOKEN || GITHUB_TOKEN || undefined : undefined
}

async function askGh({ host }: URL, call: Call): Promise<string | undefined> {
  const program = findProgram('gh', call.variables.PATH)
  if (program === undefined) return undefined
  const output = await ask(program, ['auth', 'token', '--hostname', host], '', call)
  return output?.trim() || undefined
}

async function askGit(url: URL, program: string | false | undefined, call: Call): Promise<string | undefined> {
  if (program === undefined || program === false) return undefined
  const settings = ['-c', 'credential.interactive=never', '-c', 'core.askPass=']
  const request = `protocol=${url.protocol.slice(0, -1)}\nhost=${url.host}\n\n`
  const output = await ask(program, [...settings, 'credential', 'fill'], request, call)
  const fields = new Map(output?.split('\n').map((line) => splitField(line)))
  const [user, password] = [fields.get('username'), fields.get('password')]
  // A helper may answer for another host; its password is not for this one.
  const isSame = fields.get('host') === url.host
  return isSame && user !== undefined && password ? compose(user, password) : undefined
}

function splitField(line: string): readonly [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, Math.max(0, at)), line.slice(at + 1)]
}

/** The output of a program that ended well; no program may open a prompt. */
async function ask(program: string, words: readonly string[], input: string, call: Call): Promise<string | undefined> {
  const end = await runProgram(program, words, {
    variables: {
      ...withoutGit(call.variables),
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      SSH_ASKPASS: '',
      GCM_INTERACTIVE: 'never',
      GH_PROMPT_DISABLED: '1',
      GIT_CEILING_DIRECTORIES: tmpdir(),
    },
    directory: call.directory,
    input,
    milliseconds: MILLISECONDS,
    mostOutput: MOST_OUTPUT,
    signal: call.signal,
  })
  return end.code === 0 ? end.output.toString('utf8') : undefined
}

/** Without variables such as `GIT_DIR`, which would name a repository. */
function withoutGit(variables: Variables): Readonly<Record<string, string>> {
  const kept = Object.entries(variables).filter(([name]) => !/^GIT_(?!CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$)/.test(name))
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function compose(user: string, password: string): string | undefined {
  const isPlain = /^[^\p{Cc}]+$/u.test(user + password)
  return isPlain ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : undefined
}
