// Other scanners over the same skills, each as a process of its own without a network, in turns with ours.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const ROUNDS = 3
const LONGEST = 300_000

/** What can be installed with npm and looks at the files of skills; how each is told to look at a folder. */
const PEERS = [
  {
    name: 'agentlint',
    bin: 'agentlint',
    words: (tree) => ['scan', tree, '--format', 'json', '--timeout', '300s'],
    seen: (report) => `${report.documents.length} files read, ${report.findings.length} findings`,
  },
  {
    name: 'ecc-agentshield',
    bin: 'agentshield',
    words: (tree) => ['scan', '--path', join(tree, '.claude'), '--format', 'json'],
    seen: (report) =>
      `${report.summary?.filesScanned ?? 'an unknown number of'} files read, ${report.findings.length} findings`,
  },
]

/** Prints a line for each peer below DIR/node_modules, and one for ours. */
export function measurePeers(directory, folders, { files, bytes, throughput }) {
  const installed = PEERS.filter(({ bin }) => existsSync(join(directory, 'node_modules/.bin', bin)))
  if (installed.length === 0) {
    console.log(`\npeers: none of ${PEERS.map(({ name }) => name).join(', ')} is installed in ${directory}: left out`)
    return
  }
  if (!canShutOut()) {
    console.log('\npeers: left out, because a process cannot be kept from the network here (unshare -n)')
    return
  }
  const tree = mkdtempSync(join(tmpdir(), 'metier-audit-peers-'))
  try {
    layOut(tree, folders)
    const cases = [
      { name: 'ours', run: () => [process.execPath, join(import.meta.dirname, 'audit-tree.mjs'), tree] },
      ...installed.map((peer) => ({
        ...peer,
        run: () => [process.execPath, join(directory, 'node_modules/.bin', peer.bin), ...peer.words(tree)],
      })),
    ]
    const outcomes = takeTurns(cases)
    console.log(`\npeers: whole processes without a network, the median of ${ROUNDS} rounds in turns`)
    for (const [index, { name, seen }] of cases.entries()) {
      const { times, report } = outcomes[index]
      const middle = times.toSorted((a, b) => a - b)[times.length >> 1]
      const note =
        report === undefined ? 'no report that can be read' : (seen?.(report) ?? `${report.files} files read`)
      console.log(
        `  ${name.padEnd(16)} ${(middle / 1000).toFixed(2)} s, ${throughput(files, bytes, middle)} of all; ${note}`,
      )
    }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

function canShutOut() {
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Where agents look for skills; the corpus itself stays as it is. */
function layOut(tree, folders) {
  const skills = join(tree, '.claude/skills')
  mkdirSync(skills, { recursive: true })
  for (const folder of folders)
    cpSync(folder, join(skills, basename(folder)), { recursive: true, verbatimSymlinks: true })
}

function takeTurns(cases) {
  const outcomes = cases.map(() => ({ times: [], report: undefined }))
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { run }] of cases.entries()) {
      const start = performance.now()
      const { stdout } = spawnSync('unshare', ['-n', ...run()], {
        maxBuffer: 1 << 30,
        timeout: LONGEST,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH, HOME: tmpdir() },
      })
      outcomes[index].times.push(performance.now() - start)
      outcomes[index].report ??= readReport(stdout)
    }
  return outcomes
}

function readReport(stdout) {
  try {
    return JSON.parse(String(stdout))
  } catch {
    return undefined
  }
}
