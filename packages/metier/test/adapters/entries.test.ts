/** Each adapter stands alone: importing it loads its own file and nothing else. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FROM_SOURCE } from '../support/bundling.js'

const home = join(dirname(fileURLToPath(import.meta.url)), '../..')
const adapters = ['ai', 'anthropic', 'google-adk', 'google-genai', 'langchain', 'mastra', 'openai', 'openai-agents']
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metier-adapters-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Says which modules an import loads, in the process that loads them. */
const WATCH = `
import { register } from 'node:module'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
const { port1, port2 } = new MessageChannel()
const hooks = \`
let port
export const initialize = (given) => { port = given }
export const load = (url, context, next) => { port.postMessage(url); return next(url, context) }\`
register('data:text/javascript,' + encodeURIComponent(hooks), { data: port2, transferList: [port2] })
await import(process.argv[2])
const seen = []
for (let next; (next = receiveMessageOnPort(port1)) !== undefined; ) seen.push(next.message)
console.log(JSON.stringify(seen))
process.exit()
`

test('an import is seen, whatever it is of', async () => {
  const file = join(folder, 'greedy.mjs')
  await writeFile(file, "import 'node:path'\nawait import('data:text/javascript,0')\n")
  expect(await loadedBy(file)).toEqual([pathToFileURL(file).href, 'node:path', 'data:text/javascript,0'])
})

describe.each(adapters)('metier/%s', (name) => {
  test('is exported by the package, and has a page', () => {
    const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    expect(exports[`./${name}`]).toEqual({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })
    expect(existsSync(join(home, `../../docs/guides/adapters/${name}.md`))).toBe(true)
  })

  test('loads no other package, and no other adapter', async () => {
    const outfile = join(folder, `${name}.mjs`)
    const entryPoints = [join(home, `src/${name}.ts`)]
    const { metafile } = await build({
      entryPoints,
      outfile,
      ...FROM_SOURCE,
      splitting: false,
      metafile: true,
    })
    const own = Object.keys(metafile.inputs).map((path) => basename(path, '.ts'))
    expect(own.filter((file) => adapters.includes(file) && file !== name)).toEqual([])
    expect(await loadedBy(outfile)).toEqual([pathToFileURL(outfile).href])
  })
})

test('the guide names the versions that the adapters are driven with', () => {
  const guide = readFileSync(join(home, '../../docs/guides/adapters/README.md'), 'utf8')
  const [current, newest] = ['', 'newest/'].map((folder) => {
    const manifest = readFileSync(join(home, `../../compat/adapters/${folder}package.json`), 'utf8')
    return JSON.parse(manifest).dependencies
  })
  const rows = [...guide.matchAll(/^\| \[`metier\/.*?\| `(.+?)`.*?\| (\S+) \| (\S+) \|$/gm)]
  expect(rows.map(([, name, ...versions]) => [name, ...versions])).toEqual(
    rows.map(([, name = '']) => [name, current[name], newest[name]]),
  )
  expect(rows).toHaveLength(adapters.length)
})

async function loadedBy(file: string): Promise<readonly string[]> {
  const watch = join(folder, 'watch.mjs')
  await writeFile(watch, WATCH)
  const { stdout } = await promisify(execFile)(process.execPath, [watch, pathToFileURL(file).href])
  return JSON.parse(stdout)
}
