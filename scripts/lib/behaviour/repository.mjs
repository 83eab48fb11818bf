// A git repository with fixed authors and times, and its git host: `git http-backend` behind the loopback server.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_FILES } from './fixtures/offered.mjs'
import { writeTree } from './write-tree.mjs'

// Everything that goes into the digest of a commit is fixed.
const FIXED = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
}

/** Makes `owner/repo` below a folder, with one commit and the tag v1.0.0. */
export function commitRepository(root) {
  const folder = repositoryIn(root)
  mkdirSync(folder, { recursive: true })
  writeTree(folder, REPOSITORY_FILES)
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'config', 'uploadpack.allowFilter', 'true')
  git(folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true')
  commitAll(folder, 'first')
  git(folder, 'tag', 'v1.0.0')
}

/** Adds a commit with further or changed files. */
export function changeRepository(root, files) {
  writeTree(repositoryIn(root), files)
  commitAll(repositoryIn(root), 'next')
}

function repositoryIn(root) {
  return join(root, 'owner', 'repo')
}

function commitAll(folder, message) {
  git(folder, 'add', '--all')
  git(folder, '-c', 'commit.gpgsign=false', 'commit', '--quiet', `--message=${message}`)
}

function git(folder, ...words) {
  execFileSync('git', ['-C', folder, ...words], { env: FIXED, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Answers one request of a git client. */
export function serveRepository(root, url, request, response) {
  const child = spawn('git', ['http-backend'], {
    env: gatewayVariables(root, url, request),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const headers = output.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n')
    const pairs = headers.filter((line) => line.includes(': ')).map((line) => line.split(': ', 2))
    const status = Number(pairs.find(([name]) => name === 'Status')?.[1].split(' ')[0] ?? 200)
    response.writeHead(status, Object.fromEntries(pairs.filter(([name]) => name !== 'Status')))
    response.end(output.subarray(end + 4))
  })
}

function gatewayVariables(root, url, request) {
  return {
    ...FIXED,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
    PATH_INFO: url.pathname.replace(/^\/owner\/repo(?:\.git)?\//, '/owner/repo/.git/'),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    REMOTE_ADDR: '127.0.0.1',
  }
}
