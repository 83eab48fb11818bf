// What a browser has to load before a page can be used, against what we allow ourselves.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Compressed bytes of everything that the first page loads, whichever page that is. */
const FIRST_LOAD = 200_000

/** Measures the built pages; throws a sentence if the first load is over its budget. */
export async function holdBudget(directory, budget = FIRST_LOAD) {
  const { shell, pages } = await measure(directory)
  const most = Math.max(0, ...pages)
  const first = shell + most
  if (first > budget) {
    throw new Error(
      `The first load is ${first} bytes compressed, over its budget of ${budget}. Split or drop something.`,
    )
  }
  return { first, shell, most }
}

/** The shell is what index.html names and everything imported from there at once; a page is one chunk that comes later. */
async function measure(directory) {
  const html = await readFile(join(directory, 'index.html'))
  const names = await readdir(join(directory, 'assets'))
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, 'assets', name))])),
  )
  const weigh = (seen) => [...seen].reduce((sum, name) => sum + gzipSync(files.get(name)).length, 0)
  const shell = closure(namedIn(html.toString(), files), files)
  const pages = names
    .filter((name) => name.endsWith('.js') && !shell.has(name))
    .map((name) => weigh(difference(closure([name], files), shell)))
  return { shell: gzipSync(html).length + weigh(shell), pages }
}

/** Files reached by imports that are loaded at once; `import()` is not one of them. */
function closure(start, files) {
  const seen = new Set(start)
  for (const name of seen) {
    if (!name.endsWith('.js')) continue
    const text = files.get(name).toString()
    for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) seen.add(imported)
  }
  return seen
}

function namedIn(html, files) {
  return [...files.keys()].filter((name) => html.includes(`/assets/${name}`))
}

function difference(names, without) {
  return new Set([...names].filter((name) => !without.has(name)))
}
