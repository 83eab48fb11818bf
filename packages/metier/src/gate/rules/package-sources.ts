import type { Evidence, ScannedFile } from '../evidence.js'
import { readAddress } from '../facts/address.js'
import { isBelow } from '../facts/domain.js'
import { registryDomains } from '../facts/registries.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC006',
  pattern: 'dependency file points elsewhere',
  severity: 'warn',
  tags: ['AST02', 'CWE-829', 'T1195.001'],
  why: 'A dependency list names its own URL or index, so names mean whatever that place says.',
  fix: 'Depend on published packages, with versions.',
  raisedWhen: 'the address has no name or no protection',
  ignoresContext: true,
  examples: {
    positive: [
      { 'SKILL.md': 'Install.\n', 'requirements.txt': 'flask==3.0\nhttps://pkg.example.net/requests-2.31.tar.gz\n' },
      { 'SKILL.md': 'Install.\n', 'package.json': '{"dependencies":{"yaml":"http://pkg.example.net/yaml.tgz"}}' },
      { 'SKILL.md': 'Install.\n', '.npmrc': 'registry=https://npm.example.net/\n' },
      { 'SKILL.md': 'Build.\n', 'Cargo.toml': '[dependencies]\nserde = { git = "https://git.example.net/x/serde" }\n' },
    ],
    negative: [
      { 'SKILL.md': 'Install.\n', 'requirements.txt': 'flask==3.0\n# https://example.com\n' },
      {
        'SKILL.md': 'Install.\n',
        'package.json': '{"homepage":"https://example.com","dependencies":{"yaml":"^2.0.0"}}',
      },
      { 'SKILL.md': 'Install.\n', '.npmrc': 'registry=https://registry.npmmirror.com/\n' },
    ],
  },
  find: ({ files }: Evidence) => files.flatMap(judge),
}

const LISTS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?:^|\/)requirements[\w.-]*\.txt$/,
    /^[ \t]{0,4}(?:--(?:extra-)?index-url[ =]+|-i +|[\w.[\]-]{1,60} ?@ ?)?(?:git\+)?(https?:\/\/[^\s#]{4,300})/gm,
  ],
  [
    /(?:^|\/)package\.json$/,
    /"(?:@?[\w./-]{1,80})"\s{0,4}:\s{0,4}"(?:git\+)?(https?:\/\/[^"\s]{4,300}(?:\.tgz|\.tar\.gz|\.zip|\.git)[^"\s]{0,80})"/g,
  ],
  [
    /(?:^|\/)pyproject\.toml$/,
    /["'][\w.[\]-]{1,60} ?@ ?(?:git\+)?(https?:\/\/[^\s"'#]{4,300})|^\s{0,8}url\s{0,3}=\s{0,3}["'](https?:\/\/[^"'\s]{4,300}\/simple\/?)["']/gm,
  ],
  [/(?:^|\/)Gemfile$/, /^\s{0,8}source\s{0,3}\(?["'](https?:\/\/[^"'\s]{4,300})["']/gm],
  [
    /(?:^|\/)go\.mod$/,
    /^\s{0,8}(?:replace\s{1,4})?[\w./-]{3,120}(?: v[\w.-]{1,40})? => ([\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\/[^\s]{1,200})/gm,
  ],
  [/(?:^|\/)Cargo\.toml$/, /\b(?:git|registry|index)\s{0,3}=\s{0,3}["'](https?:\/\/[^"'\s]{4,300})["']/g],
  [
    /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|\.pypirc)$/,
    /(?:registry|index-url|npmRegistryServer)\s{0,3}[:=]\s{0,3}["']?(https?:\/\/[^\s"']{4,300})/g,
  ],
]
const PUBLIC: ReadonlySet<string> = new Set([
  ...registryDomains(),
  ...'pytorch.org tsinghua.edu.cn aliyun.com nvidia.com github.com gitlab.com bitbucket.org huggingface.co githubusercontent.com googleapis.com golang.org gopkg.in codeberg.org sr.ht'.split(
    ' ',
  ),
])

function judge({ path, text }: ScannedFile, file: number): readonly Observation[] {
  const pattern = LISTS.find(([name]) => name.test(path))?.[1]
  if (pattern === undefined || text === undefined) return []
  return [...text.matchAll(pattern)].flatMap(({ index, 1: first, 2: second }): readonly Observation[] => {
    const address = readAddress(first ?? second ?? '')
    if (address === undefined || isBelow(address.host, PUBLIC) || address.kind === 'loopback') return []
    if (/"(?:url|homepage|repository|bugs)"/.test(text.slice(index, index + 16))) return []
    return [
      {
        file,
        offset: index,
        severity: address.kind === 'raw-ip' || (address.isPlain && address.url.includes('://')) ? 'block' : 'warn',
        message: `A dependency comes from ${address.host}`,
      },
    ]
  })
}
