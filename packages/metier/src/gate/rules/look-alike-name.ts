import type { Evidence, ScannedFile } from '../evidence.js'
import type { CommandFact } from '../flow/shell/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC003',
  pattern: 'look-alike name',
  severity: 'warn',
  raisedWhen: 'a list of dependencies has several such names',
  tags: ['AST04', 'T1036.005'],
  why: 'A name one letter away from a well-known one is mistaken for it: by people, and by agents that type it.',
  fix: 'Choose a distinct name, and check the names of what you install.',
  examples: {
    positive: [
      { 'SKILL.md': '---\nname: clawhubb\ndescription: Installs skills.\n---\nText.\n' },
      { 'SKILL.md': '---\nname: g00gle-drive\ndescription: Files.\n---\nText.\n' },
      '```bash\nnpm install polymarket-traiding-bot\n```\n',
      '```bash\npip install reqeusts\n```\n',
      { 'SKILL.md': 'Run it.\n', 'requirements.txt': 'pandsa>=2.0\nreqeusts\n' },
    ],
    negative: [
      { 'SKILL.md': '---\nname: clawhub\ndescription: Installs skills.\n---\nText.\n' },
      '```bash\npip install requests\n```\n',
      '```bash\nnpm install colors\n```\n',
      { 'SKILL.md': 'Run it.\n', 'requirements.txt': 'requests>=2\npandas\npandas-stubs\nchardet\nhttpx2\n' },
    ],
  },
  find: ({ main, commands, segments, files }: Evidence) => [
    ...ofSkill(main, segments),
    ...commands.flatMap(ofPackage),
    ...files.flatMap(ofList),
  ],
}

const POPULAR =
  'clawhub clawdhub openclaw clawdbot moltbot moltbook anthropic polymarket requests numpy pandas matplotlib scipy scikit-learn pillow urllib3 certifi chardet python-dateutil pyyaml setuptools flask sqlalchemy pydantic aiohttp httpx colorama jinja2 paramiko psutil boto3 botocore pytest tqdm transformers opencv-python openpyxl lxml redis celery gunicorn uvicorn web3 solana ethers chalk commander dotenv webpack eslint prettier mongoose socket.io body-parser cross-env node-fetch nodemailer moment bluebird request underscore async vue angular svelte next nuxt vite esbuild rollup tailwindcss zod prisma jsonwebtoken bcrypt express lodash react axios typescript playwright puppeteer selenium beautifulsoup4 tensorflow pytorch cryptography openai langchain fastapi django github telegram whatsapp discord summarize youtube'.split(
    ' ',
  )
const MISSPELLED =
  /(?:^|[-_])(?:traiding|tradding|pacakge|libary|offical|oficial|googel|mircosoft|micorsoft|paypai|githud)(?:$|[-_])/

function ofSkill(main: Evidence['main'], segments: Evidence['segments']): readonly Observation[] {
  if (main === undefined) return []
  const imitated = imitates(main.document.name)
  const segment = segments.find(
    ({ file, kind, text }) => file === main.file && kind === 'field' && /^name\s*:/.test(text),
  )
  if (imitated === undefined || segment === undefined) return []
  return [{ segment, at: 0, message: `The name imitates ${imitated}` }]
}

const LISTS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?:^|\/)requirements[\w.-]{0,40}\.txt$/, /^\uFEFF?[ \t]{0,4}([A-Za-z][\w.-]{2,60})/gm],
  [/(?:^|\/)package\.json$/, /"([a-z][\w.-]{2,60})"\s{0,3}:\s{0,3}"[\^~>=*\d]/g],
  [/(?:^|\/)pyproject\.toml$/, /^\uFEFF?\s{0,8}["']([A-Za-z][\w.-]{2,60})(?=[><=~!["' ;])/gm],
  [/(?:^|\/)Gemfile$/, /^\uFEFF?\s{0,8}gem\s{1,3}["']([\w.-]{3,60})["']/gm],
]

/** What a list of dependencies names. */
function ofList({ path, text, isFixture }: ScannedFile, file: number): readonly Observation[] {
  const pattern = LISTS.find(([name]) => name.test(path))?.[1]
  if (pattern === undefined || text === undefined || isFixture) return []
  const found = [...text.matchAll(pattern)].slice(0, 500).flatMap(({ index, 0: line, 1: name = '' }) => {
    const imitated = imitates(name)
    return imitated === undefined ? [] : [{ offset: index + line.indexOf(name), name, imitated }]
  })
  const [first] = found
  if (first === undefined) return []
  // One may be a slip; several are not.
  const severity = found.length >= 2 ? 'block' : 'warn'
  return [{ file, offset: first.offset, severity, message: `${first.name} imitates ${first.imitated}` }]
}

function ofPackage({ name, words, segment, at }: CommandFact): readonly Observation[] {
  if (!/^(?:npm|pnpm|yarn|pip3?|pipx|uv|bun|cargo|gem)$/.test(name) || !/^(?:install|i|add)$/.test(words[0] ?? ''))
    return []
  for (const word of words.slice(1)) {
    const imitated = word.startsWith('-') ? undefined : imitates(word.replace(/[@=<>~[].*$/, ''))
    if (imitated !== undefined) return [{ segment, at, message: `${word} imitates ${imitated}` }]
  }
  return []
}

const BRANDS =
  'google microsoft anthropic openai chatgpt github gitlab paypal metamask coinbase binance amazon facebook telegram whatsapp discord notion stripe phantom ledger trezor docker kubernetes cloudflare'.split(
    ' ',
  )

/** Maps letters that look alike to one. */
function looksOf(word: string): string {
  return word
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('3', 'e')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[1il|]/g, 'l')
}

const LOOKS = BRANDS.map((brand): [string, string] => [brand, looksOf(brand)])

function looksLikeBrand(word: string): string | undefined {
  const parts = word.split(/[-_.]/)
  const looks = parts.map(looksOf)
  return LOOKS.find(([brand, look]) => parts.some((part, at) => part !== brand && looks[at] === look))?.[0]
}

function imitates(name: string): string | undefined {
  const word = name.toLowerCase()
  const brand = looksLikeBrand(word)
  if (brand !== undefined) return brand
  if (MISSPELLED.test(word)) return 'a correctly spelled name'
  if (word.length < 6 || POPULAR.includes(word)) return undefined
  return POPULAR.find((popular) => popular.length >= 6 && isOneSlipAway(word, popular))
}

/** One letter doubled, dropped or added, or two swapped; a plural or another digit is a different name. */
function isOneSlipAway(word: string, popular: string): boolean {
  if (
    Math.abs(word.length - popular.length) > 1 ||
    word === `${popular}s` ||
    popular === `${word}s` ||
    word.replace(/[-\d]/g, '') === popular.replace(/[-\d]/g, '')
  )
    return false
  let start = 0
  while (start < word.length && word[start] === popular[start]) start++
  const [a, b] = [word.slice(start), popular.slice(start)]
  if (a.slice(1) === b || b.slice(1) === a) return true
  return a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0] && a.length === b.length && a.length >= 2
}
