// Writes records to a directory, one file a scenario, and says how two sets of records differ.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const SUFFIX = '.txt'

/** Writes the records; those of an earlier run that `isMeant` are removed first. */
export function writeRecords(directory, records, isMeant) {
  for (const name of readNames(directory).filter(isMeant)) rmSync(fileOf(directory, name))
  for (const [name, text] of records) {
    mkdirSync(dirname(fileOf(directory, name)), { recursive: true })
    writeFileSync(fileOf(directory, name), text)
  }
}

/** The scenarios whose records differ from those in a directory, each with a unified diff. */
export function findDifferences(directory, records, isMeant) {
  const known = new Set(readNames(directory).filter(isMeant))
  const gone = [...known]
    .filter((name) => !records.has(name))
    .map((name) => ({ name, diff: 'This scenario is gone.\n' }))
  const changed = [...records].flatMap(([name, text]) => {
    if (!known.has(name)) return [{ name, diff: 'This scenario is not in the record.\n' }]
    const before = readFileSync(fileOf(directory, name), 'utf8')
    return before === text ? [] : [{ name, diff: composeDiff(before, text) }]
  })
  return [...gone, ...changed]
}

function readNames(directory) {
  if (!existsSync(directory)) return []
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
  return files.map((entry) => relative(directory, join(entry.parentPath, entry.name)).slice(0, -SUFFIX.length))
}

function fileOf(directory, name) {
  return join(directory, `${name}${SUFFIX}`)
}

/** git knows how to compare texts. */
function composeDiff(before, after) {
  const folder = mkdtempSync(join(tmpdir(), 'metier-compare-'))
  try {
    writeFileSync(join(folder, 'before'), before)
    writeFileSync(join(folder, 'after'), after)
    const words = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--text', 'before', 'after']
    const { stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
    return stdout.slice(stdout.indexOf('\n@@') + 1)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
