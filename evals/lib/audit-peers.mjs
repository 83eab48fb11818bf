// Other scanners over the same skills, each as a process of its own without a network, in turns with ours.
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
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
    seen: ({ documents, findings }) => ({ files: documents.length, findings: findings.length }),
  },
  {
    name: 'ecc-agentshield',
    bin: 'agentshield',
    words: (tree) => ['scan', '--path', join(tree, '.claude'), '--format', 'json'],
    seen: ({ summary, findings }) => ({ files: summary.filesScanned, findings: findings.length }),
  },
]

/** Prints a line for each peer below DIR/node_modules, and one for ours. */
export function measurePeers(directory, folders) {
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
      {
        name: 'ours',
        seen: (report) => report,
        run: () => [process.execPath, join(import.meta.dirname, 'audit-tree.mjs'), tree],
      },
      ...installed.map((peer) => ({
        ...peer,
        run: () => [process.execPath, join(directory, 'node_modules/.bin', peer.bin), ...peer.words(tree)],
      })),
    ]
    const outcomes = takeTurns(cases, join(tree, 'report.json'))
    console.log(`\npeers: whole processes without a network, the median of ${ROUNDS} rounds in turns`)
    for (const [index, { name, seen }] of cases.entries()) {
      const { times, report } = outcomes[index]
      const middle = times.toSorted((a, b) => a - b)[times.length >> 1]
      console.log(`  ${name.padEnd(16)} ${(middle / 1000).toFixed(2)} s: ${describe(report, seen, middle)}`)
    }
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}

/** What a program has read decides what its time means. */
function describe(report, seen, milliseconds) {
  if (report === undefined) return 'no report that can be read'
  const { files, findings } = seen(report)
  return `${files} files read, ${((1000 * files) / milliseconds).toFixed(0)} files/s, ${findings} findings`
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

/** Reports go to a file: a program that ends before its pipe is empty loses the rest of what it says. */
function takeTurns(cases, target) {
  const outcomes = cases.map(() => ({ times: [], report: undefined }))
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { run }] of cases.entries()) {
      const start = performance.now()
      const report = openSync(target, 'w')
      spawnSync('unshare', ['-n', ...run()], {
        timeout: LONGEST,
        stdio: ['ignore', report, 'ignore'],
        env: { PATH: process.env.PATH, HOME: tmpdir() },
      })
      outcomes[index].times.push(performance.now() - start)
      closeSync(report)
      outcomes[index].report ??= readReport(target)
    }
  return outcomes
}

function readReport(target) {
  try {
    return JSON.parse(readFileSync(target, 'utf8'))
  } catch {
    return undefined
  }
}
