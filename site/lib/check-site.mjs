// Follows every link of the built site: the file must be there, and the anchor must be an id of its page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What leads nowhere, one line each. */
export function checkSite(output, base = '/') {
  const files = readdirSync(output, { recursive: true }).map((file) => file.replaceAll('\\', '/'))
  const pages = new Map(
    files.filter((file) => file.endsWith('.html')).map((file) => [file, readPage(join(output, file))]),
  )
  const problems = [...pages].flatMap(([file, { links }]) =>
    links.flatMap((link) => {
      const problem = judge({ file, link, pages, output, base })
      return problem === undefined ? [] : [`${file}: ${link}: ${problem}`]
    }),
  )
  const written = files.filter((file) => file.endsWith('.md'))
  const bare = [...pages.keys()].filter(
    (file) => file !== '404.html' && !written.includes(file.replace(/\.html$/, '.md')),
  )
  return { pages: pages.size, problems: [...problems, ...bare.map((file) => `${file}: has no Markdown`)] }
}

function readPage(path) {
  const html = readFileSync(path, 'utf8')
  return {
    ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => decodeEntities(id))),
    links: [...new Set([...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link]) => decodeEntities(link)))],
  }
}

function decodeEntities(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}

function judge({ file, link, pages, output, base }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return undefined
  const [path, anchor] = link.split('#')
  const target = toFile(path, { file, base })
  if (!existsSync(join(output, target))) return 'no such file'
  if (anchor === undefined || anchor === '') return undefined
  return pages.get(target)?.ids.has(decodeURIComponent(anchor)) ? undefined : 'no such anchor'
}

function toFile(path, { file, base }) {
  if (path === '') return file
  const found = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(file), path)
  return decodeURI(found === '' || found.endsWith('/') ? `${found}index.html` : found)
}
