/** Reviews one file by its bytes alone: whether it is what it seems, and how much of it was read. */

import type { ScannedFile } from './evidence.js'
import { endOfImage, type FileType, kindOfType, officeContentOf } from './facts/file-type.js'
import { findPickledCall, isUnmarkedPickle } from './facts/pickle.js'
import { describePointer } from './facts/pointer.js'
import { decodeText } from './text/decode-text.js'
import type { Language } from './text/segment.js'

/** How much of a file was examined: all, a part, or only its type. */
export type FileState = 'read' | 'partial' | 'unread'

export interface FileReview {
  readonly state: FileState
  readonly oddities: readonly FileOddity[]
}

interface FileOddity {
  readonly kind: string
  readonly offset: number
  readonly detail: string
}

/** Types that a name promises, if they can be checked. */
const PROMISED: Readonly<Record<string, readonly FileType[]>> = {
  png: ['png'],
  jpg: ['jpeg'],
  jpeg: ['jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  pdf: ['pdf'],
}

/** For a container, the inventory itself reports how much was read. */
export function reviewFile(file: ScannedFile, isContainer: boolean): FileReview {
  const pointer = describePointer(file.text ?? '')
  if (pointer !== undefined) return { state: 'unread', oddities: [odd('pointer', pointer)] }
  const { state, oddities } = reviewKind(file, isContainer)
  return { state, oddities: [...reviewName(file), ...oddities] }
}

/** Where documents store programs. */
const MACROS = /(?:^|\/)vbaProject\.bin$|!\/xl\/macrosheets\/[^_]/i

function reviewName({ path, type, bytes }: ScannedFile): readonly FileOddity[] {
  if (MACROS.test(path)) return [odd('macro', path)]
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const isMisleading = bytes.length > 0 && PROMISED[extension]?.includes(type) === false
  return isMisleading ? [odd('misleading-name', `${type} content in a .${extension} file`)] : []
}

/** Text with invalid bytes is read anyway and reported: readers disagree about what such bytes say. */
export function reviewText({ path, bytes, text, language, otherLanguages }: ScannedFile): readonly FileOddity[] {
  const isMain = /^skill\.md$/i.test(path)
  if (text === undefined || !(isMain || text.includes('\u0000') || text.includes('\ufffd'))) return []
  const { brokenAt, zeroAt, encoding, isAmbiguous } = decodeText(bytes.subarray(0, text.length * 4))
  const zeroKind = isMain ? 'zero-bytes-main' : zeroBytesIn([language, ...otherLanguages])
  const oddities: FileOddity[] = []
  if (zeroAt !== undefined) oddities.push(odd(zeroKind, 'NUL bytes in text', zeroAt))
  if (brokenAt !== undefined)
    oddities.push(odd(isMain ? 'broken-text' : 'foreign-text', `bytes that are not ${encoding}`, brokenAt))
  if (isMain && encoding !== 'utf-8')
    oddities.push(odd(isAmbiguous ? 'two-texts' : 'broken-text', `${encoding} instead of utf-8`))
  return oddities
}

/** Data may be padded; text and code are not. */
function zeroBytesIn(languages: readonly Language[]): string {
  return languages.every((language) => language === 'data') ? 'zero-bytes-data' : 'zero-bytes'
}

function reviewKind(file: ScannedFile, isContainer: boolean): FileReview {
  const { type, bytes, path } = file
  const kind = kindOfType(type)
  switch (isContainer && kind === 'data' ? 'opened' : kind) {
    case 'text':
      return isUnmarkedPickle(path, bytes) ? reviewPickle(bytes) : { state: 'read', oddities: [] }
    case 'shown':
      return { state: 'read', oddities: reviewImage(file) }
    case 'opened':
      return { state: 'read', oddities: [] }
    case 'sealed':
      return { state: 'unread', oddities: [odd('unread-archive', type)] }
    case 'program':
      return { state: 'unread', oddities: [odd('executable', type)] }
    case 'pickle':
      return reviewPickle(bytes)
    case 'document':
      return reviewDocument(file)
    case 'data':
      if (isUnmarkedPickle(path, bytes)) return reviewPickle(bytes)
      return { state: 'unread', oddities: [odd(isLoaded(file) ? 'unread-program' : 'unread-data', type)] }
  }
}

function reviewImage({ bytes, type }: ScannedFile): readonly FileOddity[] {
  const end = endOfImage(bytes, type)
  if (end === undefined || end >= bytes.length) return []
  const rest = bytes.subarray(end)
  const isEmpty = rest.every((byte) => byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20)
  return isEmpty ? [] : [odd('trailing-data', `${rest.length} bytes after the end of the image`)]
}

function reviewPickle(bytes: Uint8Array): FileReview {
  const call = findPickledCall(bytes)
  return { state: 'unread', oddities: [call === undefined ? odd('pickle', '') : odd('pickled-call', call)] }
}

function reviewDocument({ type, bytes, path }: ScannedFile): FileReview {
  // The objects in a PDF are visible, the text in them is not.
  if (type === 'pdf') return { state: 'partial', oddities: [odd('unread-data', type)] }
  const content = type === 'office' ? officeContentOf(bytes) : 'document'
  if (content === 'macro') return { state: 'unread', oddities: [odd('macro', path)] }
  const isProgram = content === 'installer' || content === 'embedded program'
  if (isProgram) return { state: 'unread', oddities: [odd('unread-program', content)] }
  return { state: 'unread', oddities: [odd(content === 'encrypted' ? 'unread-archive' : 'unread-data', content)] }
}

/** Names of files that are executed or loaded into a running program. */
const LOADED =
  /\.(?:exe|com|scr|dll|sys|cpl|ocx|xll|so|dylib|node|run|efi|ko|o|a|lib|pyd|pyo|msi|jsc|elc|beam|luac|scpt|lnk|class|wasm|appimage)(?:\.\d+){0,3}$/i

function isLoaded({ path, isExecutable }: ScannedFile): boolean {
  return isExecutable || LOADED.test(path)
}

function odd(kind: string, detail: string, offset = 0): FileOddity {
  return { kind, offset, detail }
}
