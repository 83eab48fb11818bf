// Judges the frontmatter reader by the `yaml` package, on a folder of skills and on random mutants of their frontmatters,
// and measures it beside JSON.parse of the same data. Exits 1 on any difference.
//   node evals/frontmatter.mjs --corpus DIR [--mutants 100000] [--seed 1] [--rounds 41] [--dist DIR] [--json FILE]
// DIR of --dist holds the compiled sources file by file; without it the reader is compiled from them here.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect, isDeepStrictEqual, parseArgs } from 'node:util'
import { compileModule } from './lib/compile.mjs'

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    mutants: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '41' },
    dist: { type: 'string' },
    show: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
})
if (options.corpus === undefined) {
  console.error(
    'usage: node evals/frontmatter.mjs --corpus DIR [--mutants N] [--seed N] [--rounds N] [--dist DIR] [--json FILE]',
  )
  process.exit(2)
}
/** Bits of YAML that mean something, for mutants to be made of. */
const PIECES = JSON.parse(readFileSync(new URL('lib/yaml-pieces.json', import.meta.url), 'utf8'))
const packageRequire = createRequire(new URL('../packages/metier/package.json', import.meta.url))
const yaml = packageRequire('yaml')
const { readFrontmatter } = await import(
  options.dist === undefined ? compileModule('skill/frontmatter/read-frontmatter.ts') : readerIn(options.dist)
)

const texts = frontmattersBelow(options.corpus)
const firstPass = time(texts, (text) => readFrontmatter(text))
const onCorpus = judgeAll(texts)
report('corpus', onCorpus)
const timesJsonParse = measure(onCorpus)
const onMutants = judgeAll(mutants(texts, Number(options.mutants), random(Number(options.seed))))
if (Number(options.mutants) > 0) report('mutants', onMutants)
if (options.json !== undefined) {
  const { valid, missed, undiagnosed } = onCorpus
  const wrong = onCorpus.wrong.length + onMutants.wrong.length
  const figures = { wrong, validWithoutYaml: (valid - missed) / valid, undiagnosed, timesJsonParse }
  writeFileSync(options.json, JSON.stringify(figures))
}
process.exitCode = [onCorpus, onMutants].some((judged) => judged.wrong.length > 0) ? 1 : 0

function readerIn(directory) {
  return pathToFileURL(resolve(directory, 'skill/frontmatter/read-frontmatter.js')).href
}

function frontmattersBelow(directory) {
  const found = []
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^skills?\.md$/i.test(entry.name)) continue
    const text = readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8').replace(/^\ufeff/, '')
    const opening = /^---[ \t]*\r?\n/.exec(text)
    const closing = /^---[ \t]*\r?$/gm
    closing.lastIndex = opening?.[0].length ?? 0
    const end = opening && closing.exec(text)
    if (end) found.push(text.slice(opening[0].length, end.index))
  }
  return found
}

function judgeAll(all) {
  const judged = {
    count: 0,
    mapping: 0,
    foreign: 0,
    malformed: 0,
    valid: 0,
    missed: 0,
    undiagnosed: 0,
    wrong: [],
    taken: [],
  }
  for (const text of all) {
    const reading = readFrontmatter(text)
    const document = yaml.parseDocument(text, { logLevel: 'silent', prettyErrors: false })
    const isValid = document.errors.length === 0
    const value = isValid ? (toValue(document) ?? {}) : undefined
    const isMapping = isValid && typeof value === 'object' && !Array.isArray(value)
    judged.count++
    judged[reading.kind]++
    judged.valid += Number(isMapping)
    judged.missed += Number(isMapping && reading.kind !== 'mapping')
    judged.undiagnosed += Number(!isValid && reading.kind === 'foreign')
    const wrong = differs(reading, isValid, value)
    if (wrong) judged.wrong.push({ wrong, text, reading, value })
    else if (reading.kind === 'mapping') judged.taken.push({ text, value })
  }
  return judged
}

function toValue(document) {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    return String(error)
  }
}

function differs(reading, isValid, value) {
  if (reading.kind === 'mapping') {
    if (!isValid) return 'wrongly accepted'
    return isDeepStrictEqual(reading.value, value) ? undefined : 'different'
  }
  return reading.kind === 'malformed' && isValid ? 'wrongly malformed' : undefined
}

function report(name, judged) {
  const count = (kind) => judged.wrong.filter(({ wrong }) => wrong === kind).length
  const share = (100 * (judged.valid - judged.missed)) / judged.valid
  console.log(`${name}: ${judged.count} frontmatters, ${judged.valid} valid mappings`)
  console.log(`  taken by the reader ${judged.mapping}, malformed ${judged.malformed}, foreign ${judged.foreign}`)
  console.log(`  valid without yaml ${share.toFixed(2)} %, invalid left to yaml ${judged.undiagnosed}`)
  console.log(
    `  differences ${count('different')}, wrongly accepted ${count('wrongly accepted')}, wrongly malformed ${count('wrongly malformed')}`,
  )
  for (const { wrong, text, reading, value } of judged.wrong.slice(0, Number(options.show))) {
    console.log(
      `  ${wrong}: ${JSON.stringify(text)}\n    reader ${JSON.stringify(reading)}\n    yaml   ${inspect(value)}`,
    )
  }
}

function measure({ count, taken }) {
  const files = taken.map(({ text }) => text)
  const json = taken.map(({ value }) => JSON.stringify(value))
  const rounds = { reader: [], json: [] }
  for (let round = 0; round < Number(options.rounds); round++) {
    rounds.reader.push(time(files, (text) => readFrontmatter(text)))
    rounds.json.push(time(json, (text) => JSON.parse(text)))
  }
  // The first half of the rounds is for the engine to compile what is run.
  const half = Math.floor(rounds.reader.length / 2)
  const [reader, parse] = [rounds.reader.slice(half), rounds.json.slice(half)]
  const each = (milliseconds, texts) => ((1000 * milliseconds) / texts).toFixed(2)
  const ratio = median(reader.map((milliseconds, round) => milliseconds / parse[round]))
  console.log(`  first pass ${each(firstPass, count)} µs a file; warm ${each(median(reader), files.length)} µs,`)
  console.log(`  JSON.parse of the same data ${each(median(parse), files.length)} µs: ${ratio.toFixed(2)}x (bar 2.2)`)
  return ratio
}

function time(texts, read) {
  const start = performance.now()
  for (const text of texts) read(text)
  return performance.now() - start
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function* mutants(originals, count, next) {
  const pick = (list) => list[Math.floor(next() * list.length)]
  for (let made = 0; made < count; made++) {
    let text = pick(originals)
    for (let edits = 1 + Math.floor(next() * 4); edits > 0; edits--) text = mutate(text, pick, next, originals)
    yield text
  }
}

function mutate(text, pick, next, originals) {
  const at = Math.floor(next() * (text.length + 1))
  const span = Math.floor(next() * next() * 24)
  const lines = text.split('\n')
  const line = Math.floor(next() * lines.length)
  switch (Math.floor(next() * 10)) {
    case 0:
    case 1:
      return text.slice(0, at) + pick(PIECES) + text.slice(at)
    case 2:
      return text.slice(0, at) + pick(PIECES) + text.slice(at + 1 + span)
    case 3:
      return text.slice(0, at) + text.slice(at + 1 + span)
    case 4:
      return lines.with(line, pick(lines)).join('\n')
    case 5:
      return lines.with(line, ' '.repeat(Math.floor(next() * 6)) + lines[line].trimStart()).join('\n')
    case 6:
      return lines.with(line, pick(PIECES) + lines[line]).join('\n')
    case 7:
      return lines.with(line, lines[line] + pick(PIECES)).join('\n')
    case 8:
      return text.slice(0, at) + String.fromCharCode(Math.floor(next() * 128)) + text.slice(at + 1)
    default: {
      const other = pick(originals)
      return text.slice(0, at) + other.slice(Math.floor(next() * other.length))
    }
  }
}

/** Mulberry32: small, seeded, good enough to choose edits. */
function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
