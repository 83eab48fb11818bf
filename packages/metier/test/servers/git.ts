/** A real git server: `git http-backend` behind a small HTTP server, on loopback. */

import { execFileSync, spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Files, temporaryFolder, writeFiles } from '../support/temporary.js'
import { type LoopbackServer, listen } from './listen.js'

export interface GitServer extends LoopbackServer {
  /** Runs git in the repository. */
  readonly git: (...words: string[]) => string
  readonly folder: string
  readonly commit: () => string
}

/** Serves one repository as `/owner/repo`, with these files in its first commit; `/moved/repo` leads there. */
export async function startGit(files: Files, isPartial = true, authorization?: string): Promise<GitServer> {
  const root = temporaryFolder()
  const folder = join(root, 'owner', 'repo')
  writeFiles(folder, files)
  const git = (...words: string[]) => runGit(folder, words)
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'http.receivepack', 'false')
  git('config', 'uploadpack.allowFilter', String(isPartial))
  git('config', 'uploadpack.allowAnySHA1InWant', String(isPartial))
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message=first')
  const server = await listen((path, request, response) => {
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      return { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' }
    }
    const archive = /^\/owner\/repo\/archive\/([0-9a-f]+)\.tar\.gz$/.exec(path)
    if (archive !== null) return { body: archiveOf(folder, archive[1] ?? '') }
    if (path.startsWith('/moved/')) return { status: 301, headers: { location: path.replace('/moved/', '/owner/') } }
    serve(root, path, request, response)
    return undefined
  })
  return { ...server, git, folder, commit: () => git('rev-parse', 'HEAD').trim() }
}

function runGit(folder: string, words: readonly string[]): string {
  const settings = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', ['-C', folder, ...settings, ...words], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function archiveOf(folder: string, commit: string): Uint8Array {
  return execFileSync('git', ['-C', folder, 'archive', '--format=tar.gz', '--prefix=repo-x/', commit])
}

/** The gateway interface of old: variables in, headers and body out. */
function serve(root: string, path: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(path, 'http://git')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: url.pathname.replace('/owner/repo/', '/owner/repo/.git/'),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const lines = output.subarray(0, end).toString('latin1').split('\r\n')
    const headers = lines.map((line) => line.split(': ', 2) as [string, string])
    const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.split(' ')[0] ?? 200)
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.end(output.subarray(end + 4))
  })
}
