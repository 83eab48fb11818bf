/** The same texts in every form that a file can have: no form makes the engine throw or point at what is not there. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { BundleFile } from '../../src/gate/bundle.js'
import { takeInventory } from '../../src/gate/inventory.js'
import { SCAN_LIMITS } from '../../src/gate/limits.js'
import { RULES } from '../../src/gate/rules/list.js'
import { scanBundle } from '../../src/gate/scan.js'
import { makeTarGz, makeZip } from '../servers/make-archive.js'
import { createRandom, damage } from './support/fuzzing.js'
import { TOOLS, toBundle } from './support/scanning.js'

const ROUNDS = 25
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

type Form = (file: BundleFile) => readonly BundleFile[]

const asText =
  (change: (text: string) => string): Form =>
  (file) => [{ ...file, bytes: encoder.encode(change(decoder.decode(file.bytes))) }]

const utf16 = (isLittle: boolean): Form => {
  return (file) => {
    const bytes = Buffer.from(`\ufeff${decoder.decode(file.bytes)}`, 'utf16le')
    return [{ ...file, bytes: Uint8Array.from(isLittle ? bytes : bytes.swap16()) }]
  }
}

const zip = ({ path, bytes }: BundleFile) => makeZip([{ name: path, content: bytes, mode: 0 }])
const beside = (path: string, bytes: Uint8Array): readonly BundleFile[] => [
  { path: 'SKILL.md', bytes: encoder.encode('---\nname: a\ndescription: b\n---\nText.\n'), isExecutable: false },
  { path, bytes, isExecutable: true },
]

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const FORMS: Readonly<Record<string, Form>> = {
  CRLF: asText((text) => text.replaceAll('\n', '\r\n')),
  CR: asText((text) => text.replaceAll('\n', '\r')),
  'mixed line ends': asText((text) => text.replace(/\n/g, (_, at: number) => ['\n', '\r\n', '\r'][at % 3] ?? '')),
  'byte order mark': asText((text) => `\ufeff${text}`),
  'no line end at the end': asText((text) => text.trimEnd()),
  'one line': asText((text) => text.replaceAll('\n', '; ')),
  'UTF-16, little end first': utf16(true),
  'UTF-16, big end first': utf16(false),
  'zero bytes': asText((text) => `${text}\u0000${text}`),
  'a zip': (file) => beside('data.zip', zip(file)),
  'a zip in a zip': (file) => beside('data.zip', zip({ ...file, path: 'inner.zip', bytes: zip(file) })),
  'a tar in gzip': (file) => beside('data.tgz', makeTarGz([{ name: file.path, content: file.bytes }])),
  gzip: (file) => beside('data.gz', gzipSync(file.bytes)),
  'a notebook': (file) => beside('a.ipynb', toNotebook(decoder.decode(file.bytes))),
  'behind an image': (file) => beside('a.png', Uint8Array.from([...PNG, ...file.bytes])),
  'a program by its first bytes': (file) => beside('a.sh', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, ...file.bytes])),
}

function toNotebook(text: string): Uint8Array {
  const lines = text.split(/(?<=\n)/)
  const cells = [
    { cell_type: 'markdown', metadata: {}, source: lines },
    { cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source: lines.map((line) => `!${line}`) },
    { cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source: text },
  ]
  return encoder.encode(JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1))
}

/** Those about size are as large as the limits, and would take most of the time. */
const EXAMPLES = RULES.flatMap(({ examples: { positive } }) => positive).filter(
  (example) => JSON.stringify(example).length < 100_000,
)

describe.each(Object.entries(FORMS))('%s', (_, form) => {
  test.each(Array.from({ length: ROUNDS }, (_unused, seed) => seed))('round %i', async (seed) => {
    const random = createRandom(seed)
    const example = EXAMPLES[Math.floor(random() * EXAMPLES.length)] ?? ''
    const formed = toBundle(example).files.flatMap(form)
    // A folder has no two files of one name.
    const whole = [...new Map(formed.map((file) => [file.path, file])).values()]
    await expectRealPlaces(whole)
    await expectRealPlaces(whole.map((file) => ({ ...file, bytes: damage(file.bytes, random) })))
  })
})

/** Every place lies in the text of its file, whatever the form. */
async function expectRealPlaces(files: readonly BundleFile[]): Promise<void> {
  const { findings } = await scanBundle(files, TOOLS)
  const scanned = takeInventory(files, TOOLS, SCAN_LIMITS, []).files
  for (const finding of findings) {
    const text = (scanned.find(({ path }) => path === finding.file)?.text ?? '').replace('\ufeff', '')
    const lines = text.split(/\r\n|\n|\r/)
    expect(finding.line).toBeGreaterThanOrEqual(1)
    expect(finding.line).toBeLessThanOrEqual(lines.length)
    expect(finding.column).toBeGreaterThanOrEqual(1)
    expect(finding.column).toBeLessThanOrEqual((lines[finding.line - 1]?.length ?? 0) + 2)
    const { offset = 0, length = 0 } = finding
    expect(offset + length).toBeLessThanOrEqual(text.length)
    expect(text.slice(offset, offset + length)).not.toMatch(/[\r\n]./s)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(finding.excerpt).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/)
    for (const { file, line } of finding.related ?? []) {
      const other = scanned.find(({ path }) => path === file)?.text ?? ''
      expect(line).toBeLessThanOrEqual(other.split(/\r\n|\n|\r/).length)
    }
  }
}
