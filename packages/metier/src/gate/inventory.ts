/** Examines every file in a bundle once: its type, its disguises, and its contents. */

import { isDocument, limitMarkup } from './archive/document.js'
import { openContainer } from './archive/open-container.js'
import type { BundleFile, GateTools } from './bundle.js'
import type { Oddity, ScannedFile } from './evidence.js'
import { type FileKind, fileTypeOf, kindOfType } from './facts/file-type.js'
import type { ScanLimits } from './limits.js'
import { type FileState, reviewFile, reviewText } from './review-file.js'
import { hideStatements } from './signature/hide-statement.js'
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

/** How many files, including those inside archives, were read completely, partly, or not at all. */
export interface Coverage {
  readonly read: number
  readonly partial: number
  /** Missing, not opened, not understood, or beyond the limits. */
  readonly unread: number
}

/** Enough of a file to tell whether it is text. */
const SNIFFED = 512
/** Machine code and containers, which are meaningless as text. */
const OPAQUE: readonly FileKind[] = ['program', 'pickle', 'opened', 'sealed']

/** Takes stock of a bundle and opens its archives. Files most likely to act come first, in case the budget runs out. */
export function takeInventory(
  bundle: readonly BundleFile[],
  tools: GateTools,
  limits: ScanLimits,
  unread: readonly string[],
): Inventory {
  const stock = new Stock(tools, limits, hideStatements(bundle, tools))
  const sorted = bundle.toSorted((a, b) => orderOf(a.path) - orderOf(b.path) || (a.path < b.path ? -1 : 1))
  for (const file of sorted) stock.add(file, undefined, 0)
  for (const path of unread) stock.leaveOut(path)
  return stock.finish()
}

/** Instructions, then programs, then documents, then everything else; package manager files come last. */
function orderOf(path: string): number {
  if (/(?:^|\/)node_modules\//.test(path)) return 4
  if (/^skill\.md$/i.test(path)) return 0
  if (/\.(?:sh|bash|zsh|py|js|mjs|cjs|ts|ps1|bat|cmd|rb|pl)$|^[^.]+$/i.test(path)) return 1
  return /\.(?:md|json|ya?ml|toml)$/i.test(path) ? 2 : 3
}

class Stock {
  readonly #tools: GateTools
  readonly #limits: ScanLimits
  readonly #signatures: ReadonlyMap<string, string>
  readonly #files: ScannedFile[] = []
  readonly #oddities: Oddity[] = []
  /** One per file. */
  readonly #states: FileState[] = []
  readonly #own = { files: 0, bytes: 0 }
  readonly #unpacked = { files: 0, bytes: 0 }
  #leftOut = 0
  #markup = 0
  #textBytes = 0

  /** `signatures`: the texts of signature files. */
  constructor(tools: GateTools, limits: ScanLimits, signatures: ReadonlyMap<string, string>) {
    this.#tools = tools
    this.#limits = limits
    this.#signatures = signatures
  }

  add(file: BundleFile, inside: number | undefined, depth: number): void {
    const index = this.#files.length
    if (!this.#takes(file, inside)) {
      this.leaveOut(file.path)
      return
    }
    const scanned = this.#look(file, inside)
    this.#files.push(scanned)
    const isContainer = this.#open(scanned, index, depth)
    const { state, oddities } = reviewFile(scanned, isContainer)
    if (state !== 'read') this.#states[index] = state
    for (const { kind, offset, detail } of oddities) this.#odd(kind, index, offset, detail)
  }

  /** Whether the budget has room for a file; archive members have a separate budget. */
  #takes({ bytes }: BundleFile, inside: number | undefined): boolean {
    const { files, totalBytes, members, unpackedBytes } = this.#limits
    const used = inside === undefined ? this.#own : this.#unpacked
    const [most, mostBytes] = inside === undefined ? [files, totalBytes] : [members, unpackedBytes]
    if (used.files >= most || used.bytes + bytes.length > mostBytes) return false
    used.files++
    used.bytes += bytes.length
    return true
  }

  /** The first one is named; the others are counted. */
  leaveOut(path: string): void {
    if (this.#leftOut === 0) this.#odd('over-budget', Math.max(0, this.#files.length - 1), 0, path)
    this.#leftOut++
  }

  /** Only when every file is known is it clear which file calls which, and as what. */
  finish(): Inventory {
    const paths = this.#files.map(({ path }) => path)
    const callers = this.#files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]))
    const calls = findCalls(paths, callers)
    const quoted = findQuotedFixtures(callers, calls)
    const files = this.#files.map((file, index) => {
      const assigned = this.#assign(file, [...(calls.get(file.path) ?? [])], quoted.has(file.path))
      for (const { kind, offset, detail } of reviewText(assigned)) this.#odd(kind, index, offset, detail)
      return assigned
    })
    const count = (wanted: FileState) => this.#states.filter((state) => state === wanted).length
    const coverage = { read: count('read'), partial: count('partial'), unread: count('unread') + this.#leftOut }
    return { files, oddities: this.#oddities, coverage }
  }

  #look({ path, bytes, isExecutable }: BundleFile, inside: number | undefined): ScannedFile {
    const decoded = isReadAsText(path, bytes, this.#limits.textBytes) ? this.#decode(bytes) : undefined
    const isClean = decoded !== undefined && decoded.zeroAt === undefined && decoded.brokenAt === undefined
    const type = fileTypeOf(bytes, isClean)
    const [language = 'data', ...otherLanguages] = decoded === undefined ? [] : languagesOfFile(path, decoded.text)
    if (decoded?.isPart === true) this.#odd('too-long', this.#files.length, 0, path)
    this.#states.push(decoded?.isPart === true ? 'partial' : 'read')
    return {
      path,
      bytes,
      isExecutable,
      type: decoded !== undefined && type === 'unknown' ? 'text' : type,
      text: (decoded?.isPart === false && inside === undefined && this.#signatures.get(path)) || decoded?.text,
      language,
      otherLanguages,
      inside,
      isFixture: false,
    }
  }

  /** The text of a file, or of its start. */
  #decode(bytes: Uint8Array): DecodedText & { readonly isPart: boolean } {
    const most = Math.max(0, Math.min(this.#limits.textBytes, this.#limits.textTotal - this.#textBytes))
    const isPart = bytes.length > most
    this.#textBytes += Math.min(bytes.length, most)
    return { ...decodeText(isPart ? bytes.subarray(0, Math.max(most, SNIFFED)) : bytes), isPart }
  }

  /** A file is read as everything that others run it as, no matter what its name and first bytes say. */
  #assign(file: ScannedFile, calls: readonly Language[], isFixture: boolean): ScannedFile {
    const isHidden = file.text === undefined && calls.length > 0 && !OPAQUE.includes(kindOfType(file.type))
    const text = isHidden ? this.#decode(file.bytes).text : file.text
    if (text === undefined || calls.length === 0) return { ...file, isFixture }
    const own = [file.language, ...file.otherLanguages]
    const all = new Set(file.language === 'data' ? [...calls, ...own] : [...own, ...calls])
    const [language = 'data', ...otherLanguages] = all
    return { ...file, text, language, otherLanguages, isFixture }
  }

  /** Whether the file contains others, opened or not. */
  #open(file: ScannedFile, index: number, depth: number): boolean {
    const bytes = this.#limits.unpackedBytes - this.#unpacked.bytes
    const opening = openContainer(file, this.#tools, { mayOpen: depth < this.#limits.archiveDepth, bytes })
    if (opening === undefined) return false
    for (const { kind, detail } of opening.oddities) this.#odd(kind, index, 0, detail)
    if (!opening.isOpen) {
      this.#states[index] = 'unread'
      return true
    }
    const isText = isDocument(opening.members)
    if (!isText) this.#odd('archive', index, 0, describeMembers(opening.members))
    const members = isText ? this.#limitMarkup(opening.members, index) : opening.members
    for (const member of members) this.add({ ...member, path: `${file.path}!/${member.path}` }, index, depth + 1)
    return true
  }

  #limitMarkup(members: readonly BundleFile[], index: number): readonly BundleFile[] {
    const limited = limitMarkup(members, this.#limits.documentBytes - this.#markup)
    this.#markup += limited.markup
    if (limited.isCut) {
      this.#states[index] = 'partial'
      this.#odd('cut-document', index, 0, 'its text exceeds the limit')
    }
    return limited.members
  }

  #odd(kind: string, file: number, offset: number, detail: string): void {
    this.#oddities.push({ kind, file, offset, detail })
  }
}

/** By its name or first line, or because it consists mostly of letters. */
function isReadAsText(path: string, bytes: Uint8Array, most: number): boolean {
  if (languageOfName(path) !== undefined || (bytes[0] === 0x23 && bytes[1] === 0x21)) return true
  return shareOfText(bytes.subarray(0, most)) >= (fileTypeOf(bytes, false) === 'unknown' ? 0.7 : 0.95)
}

/** Programs come first. */
function describeMembers(members: readonly BundleFile[]): string {
  const names = members.map(({ path }) => path).filter((path) => !path.startsWith('('))
  const programs = names.filter((name) => PROGRAM.test(name))
  return [...programs, ...names.filter((name) => !PROGRAM.test(name))].slice(0, 5).join(', ')
}

const PROGRAM = /\.(?:sh|py|js|exe|bat|ps1|command|pkg|dmg)$/
