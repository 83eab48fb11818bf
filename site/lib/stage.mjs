// Puts the pages of the site together: the Markdown of docs/, the project's own pages, and reference pages made from code. Sources stay
// as a code host shows them, so links are turned here: README.md becomes the page of its folder, and files of the repository that are not
// pages lead to the code host.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { findLinks } from '../../scripts/lib/docs/markdown.mjs'
import { composeApiPages } from './api-pages.mjs'
import { inlineDiagrams } from './diagrams.mjs'
import { composeHttpPage } from './http-page.mjs'
import { arrangePages } from './navigation.mjs'
import { composeSchemaPages } from './schema-pages.mjs'

/** Pages outside of docs/, by their path in the repository. */
const PROJECT_PAGES = {
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'SECURITY.md': 'project/security.md',
  'CHANGELOG.md': 'project/changelog.md',
  'CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
}

/** Writes every page below `folder`. Returns them by their path, as plain Markdown, and the groups of the navigation. */
export function stagePages({ repository, site, folder }) {
  const packageFolder = join(repository, 'packages/metier')
  const { homepage } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const sources = new Map([...listSources(repository), ...Object.entries(PROJECT_PAGES)])
  const written = [...sources].map(([source, page]) => {
    const text = readFileSync(join(repository, source), 'utf8')
    return [page, chooseSite(turnLinks(text, { source, page, sources, homepage, repository }))]
  })
  const pages = new Map([
    ...written,
    ...composeApiPages(packageFolder),
    ...composeSchemaPages(packageFolder),
    ['reference/http-api.md', composeHttpPage(packageFolder)],
  ])
  const groups = arrangePages([...pages.keys()])
  removeOthers(folder, pages)
  for (const [page, text] of pages) {
    const shown = page === 'index.md' ? composeHome(text, site) : text
    write(join(folder, page), inlineDiagrams(shown, { page, docs: join(repository, 'docs') }))
  }
  cpSync(join(repository, 'docs/images'), join(folder, 'images'), { recursive: true })
  cpSync(join(repository, 'docs/images'), join(folder, 'public/images'), { recursive: true })
  cpSync(join(repository, 'web/public/favicon.svg'), join(folder, 'public/favicon.svg'))
  write(join(folder, 'groups.json'), JSON.stringify(groups))
  return { pages, groups }
}

/** The first page says in its head what its title and first paragraph say. */
function composeHome(text, site) {
  return readFileSync(join(site, 'home.md'), 'utf8') + text.slice(text.indexOf('\n## ') + 1)
}

function removeOthers(folder, pages) {
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder, { recursive: true })) {
    if (file.endsWith('.md') && !pages.has(file.replaceAll('\\', '/'))) rmSync(join(folder, file))
  }
}

/** The Markdown files of docs/ with the pages that they become. */
function listSources(repository) {
  return readdirSync(join(repository, 'docs'), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => [`docs/${file}`, file.replace(/(^|\/)README\.md$/, '$1index.md')])
}

/** Parts of a page that only a code host shows, and comments that only the site shows. */
function chooseSite(text) {
  return text.replace(/<!-- host -->[\s\S]*?<!-- \/host -->\n?/g, '').replace(/<!-- site: ([\s\S]*?) -->/g, '$1')
}

function turnLinks(text, { source, page, sources, homepage, repository }) {
  const links = findLinks(text).sort((a, b) => b.offset - a.offset)
  return links.reduce((rest, { target, offset }) => {
    const turned = turnLink(target, { source, page, sources, homepage, repository })
    return rest.slice(0, offset) + turned + rest.slice(offset + target.length)
  }, text)
}

function turnLink(target, { source, page, sources, homepage, repository }) {
  if (/^(?:#|[a-z][a-z0-9+.-]*:)/i.test(target)) return target
  const [path, anchor] = target.split('#')
  const found = posix.join(posix.dirname(source), path).replace(/\/$/, '')
  const led = sources.get(found) ?? sources.get(`${found}/README.md`)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (led !== undefined) return toRelative(page, led) + hash
  if (found.startsWith('docs/images/')) return toRelative(page, found.slice('docs/'.length))
  if (!existsSync(join(repository, found))) throw new Error(`${source}: ${target} leads nowhere`)
  return `${homepage}/blob/HEAD/${found}${hash}`
}

function toRelative(page, target) {
  const path = posix.relative(posix.dirname(page), target)
  return path.startsWith('.') ? path : `./${path}`
}

/** A file that is as it was is not touched: a server that watches would load it again. */
function write(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
