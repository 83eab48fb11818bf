/** Looks at every file of a bundle once: what it is, what it hides behind, and what lies inside it. */

import { openContainer } from './archive/open-container.js'
import type { BundleFile, GateTools } from './bundle.js'
import type { Oddity, ScannedFile } from './evidence.js'
import { endOfImage, type FileType, fileTypeOf } from './facts/file-type.js'
import type { ScanLimits } from './limits.js'
import { decodeText } from './text/decode-text.js'
import { languageOfFile } from './text/languages.js'

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

  finish(): Inventory {
    return { files: this.#files, oddities: this.#oddities, coverage: this.#coverage }
  }

  #look({ path, bytes, isExecutable }: BundleFile, inside: number | undefined): ScannedFile {
    const most = Math.min(this.#limits.textBytes, this.#limits.textTotal - this.#textBytes)
    const isLong = bytes.length > most
    const decoded = decodeText(isLong ? bytes.subarray(0, Math.max(most, SNIFFED)) : bytes)
    if (decoded !== undefined) this.#textBytes += Math.min(bytes.length, most)
    const text = decoded?.text
    if (isLong && text !== undefined) {
      this.#coverage.partial++
      this.#odd('too-long', this.#files.length, 0, path)
    } else this.#coverage.read++
    return {
      path,
      bytes,
      isExecutable,
      type: text === undefined ? fileTypeOf(bytes) : 'text',
      text,
      language: text === undefined ? 'data' : languageOfFile(path, text),
      inside,
      isFixture: /(?:^|\/)(?:tests?|__tests__|fixtures?|spec|evals?)\//.test(path),
    }
  }

  #review(file: ScannedFile, index: number): void {
    const extension = file.path.slice(file.path.lastIndexOf('.') + 1).toLowerCase()
    const promised = PROMISED[extension]
    if (promised !== undefined && !promised.includes(file.type) && file.bytes.length > 0)
      this.#odd('misleading-name', index, 0, `${extension} is ${file.type}`)
    if (EXECUTABLE.includes(file.type)) this.#odd('executable', index, 0, file.type)
    if (file.type === 'rar' || file.type === '7z') this.#odd('unread-archive', index, 0, file.type)
    if (IMAGES.includes(file.type)) this.#reviewImage(file, index)
    const zero = file.text?.indexOf('\u0000') ?? -1
    if (zero >= 0) this.#odd('zero-bytes', index, zero, 'zero bytes in text')
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
