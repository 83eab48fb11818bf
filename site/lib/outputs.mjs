// What a model or a script reads instead of the HTML: every page as Markdown next to it, llms.txt and llms-full.txt.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSummary, findTitle } from '../../scripts/lib/docs/markdown.mjs'

/** Writes the pages as Markdown, llms.txt and llms-full.txt into the built site. */
export function writeMarkdown({ pages, groups }, output) {
  for (const [page, text] of pages) {
    mkdirSync(dirname(join(output, page)), { recursive: true })
    writeFileSync(join(output, page), text)
  }
  writeFileSync(join(output, 'llms.txt'), composeIndex(pages, groups))
  writeFileSync(join(output, 'llms-full.txt'), composeWhole(pages, groups))
}

function composeIndex(pages, groups) {
  const sections = groups.map(({ title, pages: listed }) => {
    const lines = listed.map((page) => `- [${findTitle(pages.get(page))}](${page}): ${findSummary(pages.get(page))}`)
    return `## ${title}\n\n${lines.join('\n')}`
  })
  const summary = findSummary(pages.get('index.md'))
  return `# Metier\n\n> ${summary}\n\nEvery page is Markdown at the address below; llms-full.txt has all of them.\n\n${sections.join('\n\n')}\n`
}

function composeWhole(pages, groups) {
  const listed = groups.flatMap((group) => group.pages)
  return listed.map((page) => `<!-- ${page} -->\n\n${pages.get(page)}`).join('\n\n')
}
