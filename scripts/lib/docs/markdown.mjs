// What the checks of the documentation and its site need to know of a Markdown page: its title, its headings and its links.

/** Every link and image: its target, and the target's offset. */
export function findLinks(text) {
  const prose = blankCode(text)
  const inline = [...prose.matchAll(/\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g)]
  const named = [...prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*(\S+)/gm)]
  const attributes = [...prose.matchAll(/\b(?:src|href|srcset)="([^"]+)"/g)]
  return [...inline, ...named, ...attributes].map(({ 0: found, 1: target, index }) => ({
    target,
    offset: index + found.lastIndexOf(target),
  }))
}

/** The anchors of a page as code hosts make them. */
export function findAnchors(text) {
  const seen = new Map()
  const blocks = text.replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2`* *$/gm, '')
  const headings = [...blocks.matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading]) => slugify(toText(heading)))
  const slugs = headings.map((slug) => {
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
  return new Set([...slugs, ...[...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)])
}

/** The anchor of a heading's text, as code hosts make it. */
export function slugify(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** The first heading of a page, without marks. */
export function findTitle(text) {
  return toText(/^# (.+)$/m.exec(text)?.[1] ?? '')
}

/** The first sentence below the first heading. */
export function findSummary(text) {
  const paragraphs = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/\n{2,}/)
    .map((paragraph) => toText(paragraph.replace(/\s+/g, ' ').trim()))
  const first = paragraphs.find((paragraph) => /^["'~\p{L}]/u.test(paragraph) && !paragraph.startsWith('Usage:')) ?? ''
  return /^.*?\.(?=\s|$)/.exec(first)?.[0] ?? first
}

function toText(markdown) {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<![\w/*])(\*\*?)(?=\S)([^*]+)\1/g, '$2')
    .replaceAll('`', '')
    .trim()
}

/** The text with code blocks, code spans and comments blanked, at the same offsets. */
function blankCode(text) {
  const blank = (found) => found.replace(/[^\n]/g, ' ')
  return text
    .replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2`* *$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, blank)
}
