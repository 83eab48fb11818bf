import type { Evidence } from '../evidence.js'
import { readAddress } from '../facts/address.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SD004',
  pattern: 'link text and target differ',
  severity: 'warn',
  why: 'The reader sees one address and goes to another.',
  fix: 'Let the text of a link say where it leads.',
  ignoresContext: true,
  examples: {
    positive: ['Download it from [https://github.com/qpdf/qpdf/releases](https://qpdf-releases.example.net/setup.zip).\n', 'See [github.com/a/b](https://g1thub.example.net/a/b).\n'],
    negative: ['See [the releases](https://github.com/qpdf/qpdf/releases).\n', '[https://example.com](https://www.example.com/)\n', '[docs.example.com](https://example.com/docs)\n'],
  },
  find: ({ passages }: Evidence) => passages.flatMap(({ segment }) => judge(segment)),
}

const LINK = /\[\s{0,2}((?:https?:\/\/)?[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?:\/[^\]\n]{0,200})?)\s{0,2}\]\(\s{0,2}<?(https?:\/\/[^)\s>]{4,300})/gi

function judge(segment: Evidence['segments'][number]): readonly Observation[] {
  const found: Observation[] = []
  for (const { index, 1: shown = '', 2: meant = '' } of segment.text.matchAll(LINK)) {
    const [text, target] = [readAddress(shown), readAddress(meant)]
    if (text === undefined || target === undefined || !/\.[a-z]{2,}$/.test(text.host) || isSameHost(text.host, target.host)) continue
    if (!shown.includes('://') && /\.(?:md|js|ts|py|json|sh|ya?ml|txt|html?|css|rs|go|rb|toml|io|ai)$/.test(text.host)) continue
    const isProgram = /\.(?:zip|exe|msi|dmg|pkg|sh)(?:$|[?#])/i.test(target.path)
    found.push({ segment, at: index, severity: isProgram ? 'block' : 'warn', message: `The link says ${text.host} and leads to ${target.host}` })
  }
  return found
}

/** Parts of one domain, or a redirector that says so in its own address. */
function isSameHost(a: string, b: string): boolean {
  const base = (host: string) => host.split('.').slice(-2).join('.')
  return base(a) === base(b) || b.includes(a.replace(/^www\./, ''))
}
