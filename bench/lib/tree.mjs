// Lays out trees of skills whose sizes and frontmatter styles are those measured on 2,417 real ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawFrom, seededRandom } from './random.mjs'

const FILE_BYTES = [
  [0, 200],
  [0.05, 845],
  [0.25, 1_987],
  [0.5, 3_372],
  [0.75, 6_219],
  [0.9, 11_186],
  [0.99, 27_317],
  [1, 128_489],
]
const DESCRIPTION_LENGTH = [
  [0, 15],
  [0.05, 45],
  [0.25, 96],
  [0.5, 149],
  [0.75, 224],
  [0.9, 333],
  [0.99, 640],
  [1, 1_000],
]
const SHARES = {
  blockDescription: 0.05,
  quotedDescription: 0.076,
  jsonMetadata: 0.31,
  nestedMetadata: 0.08,
  homepage: 0.16,
  version: 0.14,
  author: 0.08,
  tags: 0.04,
  licence: 0.035,
  allowedTools: 0.022,
  carriageReturns: 0.022,
  byteOrderMark: 0.001,
  furtherFiles: 0.3,
}

/** 192 were counted in the real skills. */
const PROGRAMS = 200
/** What is longer than any description is a body, and has more than sentences in it. */
const LONGEST_HEAD = 2_000
const ACTIONS = words(`arrange book check compare compress convert count crop deploy draft explain export fetch file
  import lint list mend merge plan play post print publish rank read record render resize restore rotate scan search
  send share sort split summarise sync tag trace translate trim update upload watch write`)
const THINGS = words(`address album archive article backup badge banner bill board bookmark branch budget calendar
  camera chart chat checklist client cloud commit contact contract course currency database diary diff disk document
  draft drive email event expense feed file flight folder font form garden graph home icon image inbox invoice issue
  journal key label lamp ledger letter library list log map meal meeting memo menu message metric mirror mood movie note
  order package page paper parcel password photo playlist podcast poem post price printer project query queue quiz
  receipt recipe report review route schedule script search sensor server sheet shift slide song speech story survey
  table task tax theme thread ticket timer token tone train transcript trip video voice wallet weather website wiki`)
const COMMON_PROGRAMS = words(`curl jq git python3 node gh ffmpeg rg docker uv go npm sqlite3 kubectl pandoc yt-dlp
  bun cargo aws tmux op magick tesseract rclone`)

const CONSONANTS = words('b c d f g h k l m n p r s t v w br cl dr gr pl st tr')
const VOWELS = words('a e i o u ea ou')
const ENDINGS = words('n r s t l nd ck')
const VOCABULARY = [...THINGS, ...ACTIONS, ...inventWords(8_000)]

/** Makes `count` skill folders directly below `folder`; the same seed makes the same tree. */
export function layOutTree(folder, count, seed = 1) {
  const random = seededRandom(seed)
  const prose = writeProse(random, 200_000)
  const programs = programNames()
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < count; index++) {
    const name = `${pick(ACTIONS, random)}-${pick(THINGS, random)}-${index.toString(36).padStart(4, '0')}`
    const skill = join(folder, name)
    mkdirSync(skill)
    writeFileSync(join(skill, 'SKILL.md'), writeSkill(name, { random, prose, programs }))
    if (random() < SHARES.furtherFiles) addScript(skill)
  }
}

/** Makes skill folders whose main files have just under `bytes` bytes, with a character beyond ASCII here and there. */
export function layOutLargeSkills(folder, count, bytes) {
  const line = 'Once the measurement is done, write down what was seen: 3.5 °C is not 35.\n'
  for (let index = 0; index < count; index++) {
    const skill = join(folder, `large-${index}`)
    mkdirSync(skill, { recursive: true })
    const head = `---\nname: large-${index}\ndescription: Skill number ${index} of a tree of large ones.\n---\n\n`
    const lines = Math.floor((bytes - head.length) / Buffer.byteLength(line))
    writeFileSync(join(skill, 'SKILL.md'), head + line.repeat(lines))
  }
}

/** The programs that skills of a tree name, the usual ones first. */
export function programNames() {
  const further = Array.from({ length: PROGRAMS - COMMON_PROGRAMS.length }, (_, index) => `program-${index}`)
  return [...COMMON_PROGRAMS, ...further]
}

function writeSkill(name, context) {
  const { random, prose } = context
  const head = writeFrontmatter(name, context)
  const bytes = drawFrom(FILE_BYTES, random) - head.length
  const from = Math.floor(random() * (prose.length / 2))
  let text = `${head}\n# ${name}\n\n${bytes > 0 ? repeatTo(prose.slice(from), bytes) : ''}\n`
  if (random() < SHARES.carriageReturns) text = text.replaceAll('\n', '\r\n')
  return random() < SHARES.byteOrderMark ? `\ufeff${text}` : text
}

function writeFrontmatter(name, context) {
  const { random } = context
  const lines = ['---', `name: ${name}`, ...writeDescription(random)]
  const sometimes = (share, ...more) => {
    if (random() < share) lines.push(...more)
  }
  sometimes(SHARES.homepage, `homepage: https://skills.example/${name}`)
  sometimes(SHARES.version, `version: ${1 + Math.floor(random() * 3)}.${Math.floor(random() * 12)}.0`)
  sometimes(SHARES.author, `author: ${pick(THINGS, random)}`)
  sometimes(SHARES.licence, 'license: MIT')
  sometimes(SHARES.allowedTools, 'allowed-tools: Read, Grep, Bash(git:*)')
  sometimes(SHARES.tags, 'tags:', `  - ${pick(THINGS, random)}`, `  - ${pick(ACTIONS, random)}`)
  lines.push(...writeMetadata(name, context), '---', '')
  return lines.join('\n')
}

function writeDescription(random) {
  const length = drawFrom(DESCRIPTION_LENGTH, random)
  const text = writeProse(random, length).slice(0, length).trimEnd()
  const style = random()
  if (style < SHARES.blockDescription)
    return ['description: >-', ...(text.match(/.{1,78}(?:\s|$)/g) ?? [text]).map((line) => `  ${line.trimEnd()}`)]
  return style < SHARES.blockDescription + SHARES.quotedDescription
    ? [`description: "${text}"`]
    : [`description: ${text}`]
}

function writeMetadata(name, { random, programs }) {
  const bins = [...new Set([pickSkewed(programs, random), pickSkewed(programs, random)])]
  const style = random()
  if (style < SHARES.jsonMetadata) {
    const requires = { bins, ...(random() < 0.4 && { env: ['SERVICE_TOKEN'] }) }
    const install = [{ id: 'brew', kind: 'brew', formula: name, bins, label: `Install ${bins[0]}` }]
    const own = {
      emoji: '🧰',
      requires,
      ...(random() < 0.15 && { os: ['darwin'] }),
      ...(random() < 0.3 && { install }),
    }
    return [`metadata: ${JSON.stringify({ openclaw: own })}`]
  }
  if (style > SHARES.jsonMetadata + SHARES.nestedMetadata) return []
  const list = bins.map((program) => `        - ${program}`)
  return ['metadata:', '  openclaw:', '    emoji: "🧰"', '    requires:', '      bins:', ...list]
}

function addScript(skill) {
  mkdirSync(join(skill, 'scripts'))
  writeFileSync(join(skill, 'scripts', 'run.sh'), '#!/bin/sh\nexit 0\n')
}

function writeProse(random, length) {
  let text = writeSentence(random)
  while (text.length < length) {
    if (length > LONGEST_HEAD && random() < 0.25) text += '\n\n- Then, `step by step`:\n\n'
    text += ` ${writeSentence(random)}`
  }
  return text
}

function writeSentence(random) {
  const count = 5 + Math.floor(random() * 12)
  const chosen = Array.from({ length: count }, () => pickWord(random))
  const text = `${pick(ACTIONS, random)} ${chosen.slice(0, 5).join(' ')}, ${chosen.slice(4).join(' ')}.`
  return text[0].toUpperCase() + text.slice(1)
}

function repeatTo(text, length) {
  return text.length >= length ? text.slice(0, length) : text.repeat(Math.ceil(length / text.length)).slice(0, length)
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)]
}

/** Few words often and many seldom, as in any language: what search costs hangs on that. */
function pickWord(random) {
  return VOCABULARY[Math.floor(VOCABULARY.length ** random()) - 1]
}

function inventWords(count) {
  const random = seededRandom(7)
  const syllable = () => pick(CONSONANTS, random) + pick(VOWELS, random) + (random() < 0.3 ? pick(ENDINGS, random) : '')
  return Array.from({ length: count }, () => syllable() + syllable() + (random() < 0.5 ? syllable() : ''))
}

/** The first ones often, the last ones seldom, as programs are named in real skills. */
function pickSkewed(list, random) {
  return list[Math.floor(list.length * random() ** 3)]
}

function words(text) {
  return text.trim().split(/\s+/)
}
