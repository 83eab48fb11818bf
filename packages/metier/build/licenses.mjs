// The licenses of packages whose code we publish. Most of them ask for exactly this: that their text goes along.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE } from './package.mjs'

/** The license first, then the notice that Apache's license wants to go along. */
const PAPERS = [/^(?:licen[sc]e|copying)\b/i, /^notice\b/i]
const LINE = '-'.repeat(80)

/** A package in the place where it is installed, or where the author of another one had it who has bundled it in turn. */
const SOURCE =
  /(?:\.pnpm\/(?:@[^/@]+\+)?[^/@]+@(?<version>[^/_]+)[^/]*\/)?node_modules\/(?<name>(?:@[^/]+\/)?[^/.][^/]*)\/(?!.*node_modules\/)/
/** Names in source maps that are part of another package. */
const PARTS = { '@modelcontextprotocol/core-internal': '@modelcontextprotocol/core' }

/** Writes name, version and license text of every package that the source maps in a directory name. */
export async function writeLicenses(path, directory) {
  const packages = new Map(sourcesIn(directory).flatMap((source) => describe(source) ?? []))
  const texts = [...packages.keys()].sort().map((title) => `${title}\n\n${packages.get(title)}\n`)
  const head = 'Packages whose code is part of metier, with their licenses.\n'
  await writeFile(path, [head, ...texts].join(`\n${LINE}\n\n`))
}

function sourcesIn(directory) {
  const maps = readdirSync(directory).filter((file) => file.endsWith('.map'))
  return maps.flatMap((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')).sources)
}

/** A title and a license text; undefined for a source that is of no package. */
function describe(source) {
  const { name: found, version: bundled } = SOURCE.exec(source)?.groups ?? {}
  if (found === undefined) return undefined
  const name = PARTS[found] ?? found
  const folder = [PACKAGE, join(PACKAGE, '../..')].map((place) => join(place, 'node_modules', name)).find(existsSync)
  const { version, license } =
    folder === undefined ? {} : JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = folder === undefined ? readOwnCopy(name) : readPapers(folder)
  if (text === undefined || text === '') throw new Error(`${name} has no license text: add build/licenses/${name}.txt`)
  const kind = license === undefined ? '' : ` (${license})`
  return [[`${name} ${bundled ?? version}${kind}`, text]]
}

function readPapers(folder) {
  const entries = readdirSync(folder)
  const papers = PAPERS.flatMap((paper) => entries.filter((entry) => paper.test(entry)))
  return papers.map((entry) => readFileSync(join(folder, entry), 'utf8').trim()).join('\n\n')
}

/** For packages that another package has bundled, and that are not installed here. */
function readOwnCopy(name) {
  const file = join(import.meta.dirname, 'licenses', `${name.replaceAll('/', '-')}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}
