// Follows the relative links of Markdown pages as a code host does. Addresses of other sites are not visited.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findAnchors, findLinks } from './markdown.mjs'

/** What leads nowhere, as `file:line: target: problem`. Files are relative to the root, with forward slashes. */
export function checkLinks(root, files) {
  const anchors = new Map()
  const read = (file) => readFileSync(join(root, file), 'utf8')
  const hasAnchor = (file, anchor) => {
    if (!anchors.has(file)) anchors.set(file, findAnchors(read(file)))
    return anchors.get(file).has(anchor)
  }
  return files.flatMap((file) => {
    const text = read(file)
    return findLinks(text).flatMap(({ target, offset }) => {
      const problem = judge({ root, file, target, hasAnchor })
      return problem === undefined ? [] : [`${file}:${text.slice(0, offset).split('\n').length}: ${target}: ${problem}`]
    })
  })
}

/** Why a link leads nowhere; undefined if it leads somewhere. */
function judge({ root, file, target, hasAnchor }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  if (path.startsWith('/')) return 'use a relative path'
  const found = path === '' ? file : posix.join(posix.dirname(file), decodeURI(path))
  if (found.startsWith('..')) return 'outside of the repository'
  if (!existsSync(join(root, found))) return 'no such file'
  if (anchor === undefined) return undefined
  if (statSync(join(root, found)).isDirectory()) return 'an anchor of a directory'
  return !found.endsWith('.md') || hasAnchor(found, decodeURIComponent(anchor)) ? undefined : 'no such heading'
}
