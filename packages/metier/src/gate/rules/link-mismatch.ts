import type { Evidence } from '../evidence.js'
import { readAddress } from '../facts/address.js'
import { splitCodeSpans } from '../facts/code-spans.js'
import { registrableDomain } from '../facts/domain.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SD004',
  pattern: 'link text and target differ',
  severity: 'warn',
  tags: ['AST01', 'CWE-451', 'T1036'],
  why: 'The reader sees one address and goes to another.',
  fix: 'Make the link text say where the link goes.',
  raisedWhen: 'the target is a program, or is defined elsewhere in the file',
  ignoresContext: true,
  examples: {
    positive: [
      'Download it from [https://github.com/qpdf/qpdf/releases](https://qpdf-releases.example.net/setup.zip).\n',
      'See [github.com/a/b](https://g1thub.example.net/a/b).\n',
    ],
    negative: [
      'See [the releases](https://github.com/qpdf/qpdf/releases).\n',
      'Text and target differ: `[bank.example](http://bank-login.example.net/a)`.\n',
      '- [FindRepl.bat](https://www.example.com/viewtopic.php?f=3)\n',
      '[https://example.com](https://www.example.com/)\n',
      '[docs.example.com](https://example.com/docs)\n',
      'The contract: [Resolver.sol](https://github.com/a/b/blob/main/src/Resolver.sol)\n',
    ],
  },
  find: (evidence: Evidence) => [
    ...evidence.passages.flatMap(({ segment }) => judge(segment)),
    ...referenced(evidence),
  ],
}

const LINK =
  /\[\s{0,2}((?:https?:\/\/)?[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?:\/[^\]\n]{0,200})?)\s{0,2}\]\(\s{0,2}<?(https?:\/\/[^)\s>]{4,300})/gi

/** A file name that looks like a host. */
const FILE =
  /\.(?:zip|exe|msi|dmg|pkg|gz|tgz|pdf|csv|png|jpe?g|svg|mdx?|[cm]?js|[cm]?ts|[jt]sx|py|ipynb|json|sh|ya?ml|xml|txt|html?|css|bat|cmd|ps1|vbs|vue|svelte|rs|go|rb|php|java|kt|swift|cpp|hpp|sql|sol|graphql|proto|toml|ini|lock|io|ai)$/

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  const found: Observation[] = []
  if (!segment.text.includes('](')) return found
  // In a code span, it is shown as it is written.
  const { plain } = splitCodeSpans(segment.text)
  for (const { index, 1: shown = '', 2: meant = '' } of plain.matchAll(LINK)) {
    const [text, target] = [readAddress(shown), readAddress(meant)]
    if (
      text === undefined ||
      target === undefined ||
      !/\.[a-z]{2,}$/.test(text.host) ||
      isSameHost(text.host, target.host)
    )
      continue
    if (!shown.includes('://') && FILE.test(text.host)) continue
    const isProgram = /\.(?:zip|exe|msi|dmg|pkg|sh)(?:$|[?#])/i.test(target.path)
    found.push({
      segment,
      at: index,
      severity: isProgram ? 'block' : 'warn',
      message: `The link text says ${text.host}, but the link goes to ${target.host}`,
    })
  }
  return found
}

const DEFINITION = /^\s{0,3}\[([^\]\n]{1,60})\]:\s{0,3}<?(https?:\/\/[^\s>]{4,300})/gm
const REFERENCE =
  /\[\s{0,2}((?:https?:\/\/)[\w.-]{3,120}(?:\/[^\]\n]{0,200})?|[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?:\/[^\]\n]{1,200}))\s{0,2}\]\[([^\]\n]{1,60})\]/g

/** The target may be at the other end of the file. */
function referenced({ passages }: Evidence): readonly Observation[] {
  const targets = new Map<string, string>()
  for (const { segment } of passages.filter((each) => each.segment.text.includes(']:')))
    for (const { 1: id = '', 2: url = '' } of segment.text.matchAll(DEFINITION))
      targets.set(`${segment.file} ${id.toLowerCase()}`, url)
  if (targets.size === 0) return []
  return passages.flatMap(({ segment }) =>
    [...segment.text.matchAll(REFERENCE)].flatMap(({ index, 1: shown = '', 2: id = '' }): readonly Observation[] => {
      const target = readAddress(targets.get(`${segment.file} ${id.toLowerCase()}`) ?? '')
      const text = readAddress(shown)
      if (text === undefined || target === undefined || isSameHost(text.host, target.host)) return []
      return [
        {
          segment,
          at: index,
          severity: 'block',
          message: `The link text says ${text.host}, but the link goes to ${target.host}`,
        },
      ]
    }),
  )
}

/** Hosts with the same owner. */
function isSameHost(a: string, b: string): boolean {
  return registrableDomain(a) === registrableDomain(b)
}
