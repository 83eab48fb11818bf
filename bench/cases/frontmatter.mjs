// The frontmatter reader beside JSON.parse of the same data and the `yaml` package, in turns within one process.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { importFile, importPackage } from '../lib/modules.mjs'
import { median } from '../lib/statistics.mjs'

export async function measure({ internals, root, passes = 9 }) {
  const { readFrontmatter } = await importFile(join(internals, 'skill/frontmatter/read-frontmatter.js'))
  const { default: yaml } = await importPackage(internals, 'yaml')
  const texts = readdirSync(root).flatMap((name) => frontmatterOf(readFileSync(`${root}/${name}/SKILL.md`, 'utf8')))
  const first = timeAll(texts, readFrontmatter)
  const valid = texts.flatMap((text) => judge(text, yaml))
  const taken = valid.filter(({ text }) => readFrontmatter(text).kind === 'mapping')
  const different = taken.filter(({ text, value }) => !isDeepStrictEqual(readFrontmatter(text).value, value))
  const ways = {
    reader: () => timeAll(taken, ({ text }) => readFrontmatter(text)),
    json: () => timeAll(taken, ({ json }) => JSON.parse(json)),
    yaml: () => timeAll(taken.slice(0, 500), ({ text }) => yaml.parse(text)),
  }
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let pass = 0; pass < passes; pass++) for (const [way, run] of Object.entries(ways)) times[way].push(run())
  return {
    texts: texts.length,
    valid: valid.length,
    takenShare: (100 * taken.length) / valid.length,
    different: different.length,
    firstUs: first,
    readerUs: median(times.reader.slice(2)),
    jsonUs: median(times.json.slice(2)),
    yamlUs: median(times.yaml.slice(2)),
  }
}

function frontmatterOf(text) {
  return text.match(/^\ufeff?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*\r?$/m)?.slice(1, 2) ?? []
}

function judge(text, yaml) {
  const document = yaml.parseDocument(text, { logLevel: 'silent', prettyErrors: false })
  const value = document.errors.length === 0 ? document.toJS() : undefined
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isMapping ? [{ text, value, json: JSON.stringify(value) }] : []
}

/** Microseconds for each of a list. */
function timeAll(list, action) {
  const start = performance.now()
  for (const one of list) action(one)
  return ((performance.now() - start) * 1_000) / list.length
}
