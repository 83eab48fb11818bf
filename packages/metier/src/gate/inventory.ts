/** Looks at every file of a bundle once: what it is, what it hides behind, and what lies inside it. */

import { openContainer } from './archive/open-container.js'
import type { BundleFile, GateTools } from './bundle.js'
import type { Oddity, ScannedFile } from './evidence.js'
import { endOfImage, type FileType, fileTypeOf } from './facts/file-type.js'
import type { ScanLimits } from './limits.js'
import { findCalls } from './text/calls.js'
import { type DecodedText, decodeText, shareOfText } from './text/decode-text.js'
import { findQuotedFixtures } from './text/fixtures.js'
import { languageOfName, languagesOfFile } from './text/languages.js'
import type { Language } from './text/segment.js'

export interface Inventory {
  readonly files: readonly ScannedFile[]
  readonly oddities: readonly Oddity[]
  readonly coverage: Coverage
}

export interface Coverage {
  readonly read: number
  readonly partial: number
  readonly unread: number
}

/** What a name promises, where that can be checked. */
const PROMISED: Readonly<Record<string, readonly FileType[]>> = {
  png: ['png'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  pdf: ['pdf'],
}
const IMAGES: readonly FileType[] = ['png', 'jpeg', 'gif']
/** As much of a file as tells whether it is text. */
const SNIFFED = 512
const EXECUTABLE: readonly FileType[] = ['elf', 'mach-o', 'pe', 'pyc']
/** Machine code and containers say nothing as text. */
const OPAQUE: readonly FileType[] = [...EXECUTABLE, 'zip', 'gzip', 'tar', 'rar', '7z', 'wasm', 'class']

/** Known by its name or its first line, or made of letters for the most part. */
function isReadAsText(path: string, magic: FileType, decoded: DecodedText): boolean {
  if (languageOfName(path) !== undefined || decoded.text.startsWith('#!')) return true
  return shareOfText(decoded) >= (magic === 'unknown' ? 0.7 : 0.95)
}

/** Takes stock of a bundle, archives opened. What is most likely to act comes first, in case the budgets end. */
export function takeInventory(
  bundle: readonly BundleFile[],
  tools: GateTools,
  limits: ScanLimits,
  unread: readonly string[],
): Inventory {
  const stock = new Stock(tools, limits)
  const sorted = bundle.toSorted((a, b) => orderOf(a.path) - orderOf(b.path) || (a.path < b.path ? -1 : 1))
  for (const file of sorted) stock.add(file, undefined, 0)
  for (const path of unread) stock.leaveOut(path)
  return stock.finish()
}

/** The instructions, then what runs, then what is read, then all the rest. */
function orderOf(path: string): number {
  if (/^skill\.md$/i.test(path)) return 0
  if (/\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|ps1|bat|cmd|rb|pl)$|^[^.]+$/i.test(path)) return 1
  return /\.(?:md|json|ya?ml|toml)$/i.test(path) ? 2 : 3
}

class Stock {
  readonly #tools: GateTools
  readonly #limits: ScanLimits
  readonly #files: ScannedFile[] = []
  readonly #oddities: Oddity[] = []
  readonly #coverage = { read: 0, partial: 0, unread: 0 }
  #bytes = 0
  #textBytes = 0

  constructor(tools: GateTools, limits: ScanLimits) {
    this.#tools = tools
    this.#limits = limits
  }

  add(file: BundleFile, inside: number | undefined, depth: number): void {
    const index = this.#files.length
    if (index >= this.#limits.files || this.#bytes + file.bytes.length > this.#limits.totalBytes) {
      this.leaveOut(file.path)
      return
    }
    this.#bytes += file.bytes.length
    const scanned = this.#look(file, inside)
    this.#files.push(scanned)
    this.#review(scanned, index)
    this.#open(scanned, index, depth)
  }

  /** The first of them is named; the others are counted. */
  leaveOut(path: string): void {
    if (this.#coverage.unread === 0) this.#odd('over-budget', Math.max(0, this.#files.length - 1), 0, path)
    this.#coverage.unread++
  }

  /** Only when every file is known can it be said who calls whom, and as what. */
  finish(): Inventory {
    const callers = this.#files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]))
    const calls = findCalls(
      this.#files.map(({ path }) => path),
      callers,
    )
    const quoted = findQuotedFixtures(callers)
    const files = this.#files.map((file, index) => {
      const assigned = this.#assign(file, [...(calls.get(file.path) ?? [])], quoted.has(file.path))
      this.#reviewText(assigned, index)
      return assigned
    })
    return { files, oddities: this.#oddities, coverage: this.#coverage }
  }

  #look({ path, bytes, isExecutable }: BundleFile, inside: number | undefined): ScannedFile {
    const magic = fileTypeOf(bytes)
    const decoded = this.#decode(bytes, (text) => isReadAsText(path, magic, text))
    const isClean = decoded !== undefined && !decoded.text.includes('\u0000') && decoded.brokenAt === undefined
    const [language = 'data', ...otherLanguages] = decoded === undefined ? [] : languagesOfFile(path, decoded.text)
    if (decoded?.isPart === true) {
      this.#coverage.partial++
      this.#odd('too-long', this.#files.length, 0, path)
    } else this.#coverage.read++
    return {
      path,
      bytes,
      isExecutable,
      type: isClean || (decoded !== undefined && magic === 'unknown') ? 'text' : magic,
      text: decoded?.text,
      language,
      otherLanguages,
      inside,
      isFixture: false,
    }
  }

  /** The text of a file, or of its beginning; undefined if it is not wanted as one. */
  #decode(
    bytes: Uint8Array,
    isWanted: (decoded: DecodedText) => boolean,
  ): (DecodedText & { isPart: boolean }) | undefined {
    const most = Math.max(0, Math.min(this.#limits.textBytes, this.#limits.textTotal - this.#textBytes))
    const isPart = bytes.length > most
    const decoded = decodeText(isPart ? bytes.subarray(0, Math.max(most, SNIFFED)) : bytes)
    if (!isWanted(decoded)) return undefined
    this.#textBytes += Math.min(bytes.length, most)
    return { ...decoded, isPart }
  }

  /** A file is read as everything that the others run it as, whatever its name and its first bytes say. */
  #assign(file: ScannedFile, calls: readonly Language[], isFixture: boolean): ScannedFile {
    const isHidden = file.text === undefined && calls.length > 0 && !OPAQUE.includes(file.type)
    const text = isHidden ? this.#decode(file.bytes, () => true)?.text : file.text
    if (text === undefined || calls.length === 0) return { ...file, isFixture }
    const own = [file.language, ...file.otherLanguages]
    const [language = 'data', ...otherLanguages] = new Set(
      file.language === 'data' ? [...calls, ...own] : [...own, ...calls],
    )
    return { ...file, text, language, otherLanguages, isFixture }
  }

  #review(file: ScannedFile, index: number): void {
    const extension = file.path.slice(file.path.lastIndexOf('.') + 1).toLowerCase()
    const promised = PROMISED[extension]
    if (promised !== undefined && !promised.includes(file.type) && file.bytes.length > 0)
      this.#odd('misleading-name', index, 0, `${extension} is ${file.type}`)
    if (EXECUTABLE.includes(file.type)) this.#odd('executable', index, 0, file.type)
    if (file.type === 'rar' || file.type === '7z') this.#odd('unread-archive', index, 0, file.type)
    if (IMAGES.includes(file.type)) this.#reviewImage(file, index)
  }

  /** Text that is not clean is read all the same, and reported: what an agent is to read or run has no use for such bytes. */
  #reviewText({ path, bytes, text, language, otherLanguages }: ScannedFile, index: number): void {
    if (text === undefined) return
    const zero = text.indexOf('\u0000')
    const isMain = /^skill\.md$/i.test(path)
    if (zero >= 0)
      this.#odd(isMain && zero === 0 ? 'zero-bytes-first' : 'zero-bytes', index, zero, 'zero bytes in text')
    const { brokenAt, encoding } = decodeText(bytes.subarray(0, text.length * 4))
    const isRun = [language, ...otherLanguages].some((each) => each !== 'prose' && each !== 'data')
    if (brokenAt !== undefined)
      this.#odd(isMain || isRun ? 'broken-text' : 'foreign-text', index, brokenAt, `bytes that are not ${encoding}`)
    if (isMain && encoding !== 'utf-8') this.#odd('broken-text', index, 0, `${encoding} instead of utf-8`)
  }

  #reviewImage(file: ScannedFile, index: number): void {
    const end = endOfImage(file.bytes, file.type)
    if (end === undefined || end >= file.bytes.length) return
    const rest = file.bytes.subarray(end)
    if (rest.some((byte) => byte !== 0 && byte !== 0x0a && byte !== 0x0d && byte !== 0x20))
      this.#odd('trailing-data', index, 0, `${rest.length} bytes after the end of the image`)
  }

  #open(file: ScannedFile, index: number, depth: number): void {
    const opening = openContainer(file, this.#tools, depth < this.#limits.archiveDepth)
    if (opening.kind === 'odd') this.#odd(opening.oddity, index, 0, opening.detail)
    if (opening.kind !== 'members') return
    const names = opening.members.map(({ path }) => path)
    this.#odd('archive', index, 0, names.slice(0, 5).join(', '))
    for (const member of opening.members)
      this.add({ ...member, path: `${file.path}!/${member.path}` }, index, depth + 1)
  }

  #odd(kind: string, file: number, offset: number, detail: string): void {
    this.#oddities.push({ kind, file, offset, detail })
  }
}
