// Reads a tree of skills with the built library and gives what search looks at.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { importFrom } from './search-engines.mjs'

const BODY_LENGTH = 3000

/** The documents below a folder, in the order of their paths; files that nothing describes are left out. */
export async function readDocuments(root, dist) {
  const { parseSkill } = await importFrom(dist, 'index.js')
  return mainFilesBelow(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const slug = dirname(file).split(sep).join('/')
    const { name, description, traits, body } = parseSkill(text, { directory: basename(slug) })
    if (description === '') return []
    return [{ name, slug, description, tags: [...traits.tags, ...traits.triggers], body: body.slice(0, BODY_LENGTH) }]
  })
}

function mainFilesBelow(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^skills?\.md$/i.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}
