/** Runs git without trusting any repository: objects are fetched and read, nothing is checked out or executed. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { findProgram, type ProgramEnd, runProgram } from '../process/process.js'
import { parseBatch, parseTree, type TreeEntry } from './git-output.js'
import { environmentOf, settingsFor } from './git-settings.js'

export interface GitOptions {
  /** Its absolute path; looked up on PATH if omitted, disabled if false. */
  readonly program?: string | false | undefined
  /** Replaces the process's environment variables. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
}

export interface Remote {
  readonly url: string
  /** True for a repository on this machine, by `file://`. Without it, git refuses such an address. */
  readonly isOnDisk?: boolean | undefined
  /** `host:port:address`: connects to exactly the address that was checked. */
  readonly resolved?: string | undefined
  /** Passed on to git if configured. */
  readonly proxy?: string | undefined
  /** The header with the user's credential for this host. */
  readonly authorization?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Git {
  readonly version: string
  /** The branches, tags and HEAD of a remote with their commits, for protocols only git speaks. */
  listRemote(remote: Remote): Promise<Result<ReadonlyMap<string, string>>>
  /** Fetches one commit without history into a directory that `close` removes. */
  fetchCommit(remote: Remote, commit: string): Promise<Result<GitObjects>>
}

export interface GitObjects {
  readonly listTree: () => Promise<Result<readonly TreeEntry[]>>
  /** The contents of blobs by id, up to a total number of bytes. */
  readonly readBlobs: (ids: readonly string[], most: number) => Promise<Result<ReadonlyMap<string, Uint8Array>>>
  readonly close: () => void
}

const MILLISECONDS = 120_000
const TREE_BYTES = 64 * 1024 * 1024
const REPOSITORY_BYTES = 512 * 1024 * 1024

/** Undefined if git is not installed. */
export async function openGit({ program, variables = process.env }: GitOptions = {}): Promise<Git | undefined> {
  const file = program === undefined ? findProgram('git', variables.PATH) : program
  if (file === undefined || file === false) return undefined
  const base: Base = { file, variables }
  const end = await runGit(base, ['--version'], { directory: tmpdir() })
  const version = /git version ([0-9.]+)/.exec(end.output.toString('utf8'))?.[1]
  if (end.code !== 0 || version === undefined) return undefined
  return {
    version,
    listRemote: (remote) => listRemote(base, remote),
    fetchCommit: (remote, commit) => fetchCommit(base, remote, commit),
  }
}

interface Base {
  readonly file: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

interface Call {
  readonly directory: string
  /** Omitted for calls that must not use the network. */
  readonly remote?: Remote | undefined
  readonly input?: string | undefined
  readonly mostOutput?: number
  readonly signal?: AbortSignal | undefined
  readonly isTooMuch?: (() => boolean) | undefined
}

async function runGit(base: Base, parameters: readonly string[], call: Call): Promise<ProgramEnd> {
  const settings = settingsFor(call.remote).flatMap((setting) => ['-c', setting])
  return await runProgram(base.file, [...settings, ...parameters], {
    variables: environmentOf(base.variables, call.directory, call.remote),
    directory: call.directory,
    input: call.input,
    milliseconds: MILLISECONDS,
    mostOutput: call.mostOutput ?? TREE_BYTES,
    signal: call.remote?.signal ?? call.signal,
    isTooMuch: call.isTooMuch,
  })
}

async function listRemote(base: Base, remote: Remote): Promise<Result<ReadonlyMap<string, string>>> {
  const directory = mkdtempSync(join(tmpdir(), 'metier-git-'))
  try {
    const end = await runGit(base, ['ls-remote', '--', remote.url], { directory, remote })
    if (end.code !== 0) return refuseEnd(end, remote)
    const lines = end.output.toString('utf8').split('\n')
    return succeed(new Map(lines.flatMap((line) => readRef(line))))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readRef(line: string): readonly (readonly [string, string])[] {
  const [, commit, name] = /^([0-9a-f]{40,64})\t(\S+)$/.exec(line) ?? []
  return commit === undefined || name === undefined ? [] : [[name, commit]]
}

async function fetchCommit(base: Base, remote: Remote, commit: string): Promise<Result<GitObjects>> {
  const directory = mkdtempSync(join(tmpdir(), 'metier-git-'))
  const close = () => rmSync(directory, { recursive: true, force: true })
  try {
    const fetched = await fetchInto(base, remote, commit, directory, true)
    if (!fetched.ok) {
      close()
      return fetched
    }
    return succeed(openObjects(base, remote, commit, directory, fetched.value))
  } catch (error) {
    close()
    throw error
  }
}

interface Repository {
  readonly path: string
  /** Whether the server sends files on demand only. */
  readonly isPartial: boolean
}

async function fetchInto(
  base: Base,
  remote: Remote,
  commit: string,
  directory: string,
  asksPartial: boolean,
): Promise<Result<Repository>> {
  const path = join(directory, asksPartial ? 'partial.git' : 'whole.git')
  makeRepository(path, remote.url, asksPartial)
  const filter = asksPartial ? ['--filter=blob:none'] : []
  const isTooMuch = () => sizeOf(path) > REPOSITORY_BYTES
  const parameters = [`--git-dir=${path}`, ...FETCH, ...filter, 'origin', commit]
  const end = await runGit(base, parameters, { directory, remote, isTooMuch })
  if (end.code !== 0) return refuseEnd(end, remote)
  return succeed({ path, isPartial: asksPartial && !/filtering not recognized/.test(end.errors) })
}

/** An empty repository, created without git so that no template or setting of this machine applies. */
function makeRepository(path: string, url: string, isPartial: boolean): void {
  mkdirSync(join(path, 'objects', 'pack'), { recursive: true })
  mkdirSync(join(path, 'refs'))
  writeFileSync(join(path, 'HEAD'), 'ref: refs/heads/main\n')
  const promises = isPartial ? ['promisor = true', 'partialclonefilter = blob:none'] : []
  // A parsed URL has no quotes and no backslashes.
  const remote = ['[remote "origin"]', `url = "${url}"`, ...promises]
  writeFileSync(
    join(path, 'config'),
    ['[core]', 'repositoryformatversion = 0', 'bare = true', ...remote, ''].join('\n'),
  )
}

const FETCH = [
  'fetch',
  '--quiet',
  '--depth=1',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--no-auto-gc',
]

function openObjects(
  base: Base,
  remote: Remote,
  commit: string,
  directory: string,
  repository: Repository,
): GitObjects {
  let current = repository
  return {
    listTree: async () => {
      const parameters = [`--git-dir=${current.path}`, 'ls-tree', '-r', '-z', '--full-tree', commit]
      const end = await runGit(base, parameters, { directory, signal: remote.signal })
      return end.code === 0 ? succeed(parseTree(end.output)) : refuseEnd(end, remote)
    },
    readBlobs: async (ids, most) => {
      if (ids.length === 0) return succeed(new Map())
      const whole = current.isPartial
        ? await fetchBlobs(base, remote, commit, directory, current, ids)
        : succeed(current)
      if (!whole.ok) return whole
      current = whole.value
      const parameters = [`--git-dir=${current.path}`, 'cat-file', '--batch']
      const input = `${ids.join('\n')}\n`
      const call = { directory, input, mostOutput: most + ids.length * 128, signal: remote.signal }
      const end = await runGit(base, parameters, call)
      return end.code === 0 ? succeed(parseBatch(end.output)) : refuseEnd(end, remote)
    },
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Fetches the wanted files in one request, or the whole commit if the server does not serve single objects. */
async function fetchBlobs(
  base: Base,
  remote: Remote,
  commit: string,
  directory: string,
  repository: Repository,
  ids: readonly string[],
): Promise<Result<Repository>> {
  const parameters = [`--git-dir=${repository.path}`, ...FETCH, '--filter=blob:none', '--stdin', 'origin']
  const isTooMuch = () => sizeOf(repository.path) > REPOSITORY_BYTES
  const end = await runGit(base, parameters, { directory, remote, input: `${ids.join('\n')}\n`, isTooMuch })
  if (end.code === 0) return succeed(repository)
  return await fetchInto(base, remote, commit, directory, false)
}

function sizeOf(repository: string): number {
  try {
    const folder = join(repository, 'objects', 'pack')
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  } catch {
    // The directory does not exist yet, or a file was just renamed.
    return 0
  }
}

function refuseEnd({ ended, errors }: ProgramEnd, remote: Remote): Result<never> {
  const host =
    parseUrl(remote.url) !== undefined ? new URL(remote.url).host || new URL(remote.url).pathname : 'the repository'
  if (ended === 'output' || ended === 'too_much')
    return fail('limit_exceeded', `The repository at ${host} is too large`)
  if (ended === 'time') return fail('source_unavailable', `${host} timed out`, ['Try again later'])
  if (/fsck|badTree|fullPathname|hasDot|gitmodules/i.test(errors)) {
    return fail('integrity_mismatch', `The repository at ${host} has objects that git rejects: ${lastLine(errors)}`)
  }
  return fail('source_unavailable', `git could not fetch from ${host}: ${lastLine(errors)}`)
}

/** The most telling line, without control characters (security 6.29) and URLs (6.28). */
function lastLine(errors: string): string {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1) ?? 'no reason given')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[a-z+]+:\/\/\S+/gi, 'the repository')
    .slice(0, 200)
}
