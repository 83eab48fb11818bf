/** Calls that read and write files. */

import { secretStoreIn } from '../../facts/secrets.js'
import type { Method } from '../member.js'
import { addTo, createCell, isCell, storeField } from '../objects.js'
import {
  concatenate,
  mergeTaints,
  pathOf,
  referenceValue,
  type Taint,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
  withTaint,
  withTaints,
} from '../value.js'
import { addToArchive } from './archive-effects.js'
import { type CallContext, type KnownCall, note, noteWrite } from './call-context.js'

/** The content of the files that a call reads, or a handle to one that it opens. */
export function readFiles({ reference, callee, given, at }: KnownCall, context: CallContext): Value {
  // Files found by a pattern may contain anything.
  if (/(?:^|\.)r?glob$/.test(reference)) {
    const swept: Taint = { kind: 'file', name: 'every file that matches a pattern', at }
    return withTaint(readPath(given[0] ?? UNKNOWN, at), swept)
  }
  const path = pathRead(reference, callee, given)
  const read = readPath(path, at)
  const secrets = read.taints.filter(({ kind }) => kind === 'secret')
  if (secrets.length > 0 && givesOut(reference, given))
    note(context, { sink: 'read', taints: secrets, at, via: reference })
  if (/(?:^|\.)copy\w*$/i.test(reference)) {
    context.files.write(pathText(given[1]), read.taints)
    noteWrite(context, pathText(given[1]), undefined, at)
  }
  const isContent = givesOut(reference, given) && context.files.dataIn(path.text) === undefined
  const found: readonly Taint[] = isContent ? [{ kind: 'content', name: 'a file', at }] : []
  const kept = [...context.files.read(path.text), ...found]
  const content = kept.length === 0 ? read : withTaints(read, mergeTaints([read, { taints: kept }]))
  const on = (callee.callable as Method | undefined)?.on
  // `parser.read(path)`: the parser then holds it.
  if (/ConfigParser\(\)\.read$/.test(reference) && on !== undefined && isCell(on)) addTo(on, [content])
  return isOpened(reference) && path.text !== undefined ? handleTo(path.text, content) : content
}

/** `path.read_text()` reads its receiver, `readFile(path)` its argument. */
function pathRead(reference: string, callee: Value, given: readonly Value[]): Value {
  const on = (callee.callable as Method | undefined)?.on
  const named = on === undefined ? undefined : (on.text ?? pathOf(on))
  const isOwn = named !== undefined && /^\.(?:file\.)?(?:open|read_text|read_bytes)$/.test(reference)
  return concatenate([taintedText(named ?? '', callee.taints), ...(isOwn ? [] : given.slice(0, 1))])
}

/** An open file knows its name, so that a later write is known by it. */
function handleTo(path: string, content: Value): Value {
  const handle = createCell(referenceValue('.file', undefined, content.taints))
  storeField(handle, 'name', textValue(path))
  return handle
}

function isOpened(reference: string): boolean {
  return /(?:^|\.)(?:open|openSync|createWriteStream|ZipFile|Path)$/.test(reference)
}

const OPENS =
  /(?:^|\.)(?:readFileSync|readFile|read_text|read_bytes|createReadStream|open|readTextFile(?:Sync)?|getlines|ConfigParser\(\)\.read|sqlite3\.connect)$/

/** Whether a call reads a file; others only name it, copy it, or open it for writing. */
function givesOut(reference: string, given: readonly Value[]): boolean {
  return OPENS.test(reference) && !/^[rb]?[wax]/.test(given[1]?.text ?? '')
}

/** A file's content, by path. */
export function readPath(path: Value, at: number): Value {
  const secret = secretStoreIn(path.text ?? '')
  const found: readonly Taint[] =
    secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at }]
  const taints = [...path.taints, ...found]
  return path.text === undefined ? referenceValue('.file', undefined, taints) : handleTo(path.text, { taints })
}

/** `writeFile(path, x)`, `file.write(x)`, `json.dump(x, file)`: the file then carries `x`. */
export function writeFile(call: KnownCall, context: CallContext): Value {
  const { reference, callee, given, at } = call
  addToArchive(call, context)
  const on = (callee.callable as Method | undefined)?.on
  const own = on === undefined ? undefined : (pathOf(on) ?? on.text)
  const [first, second] = given
  const isDump = /dump$/.test(reference)
  const path = own ?? (isMethod(reference) ? undefined : isDump ? second && pathOf(second) : pathText(first))
  const secret = archived(given, at)
  context.files.write(path, mergeTaints([...given, { taints: secret }]))
  noteWrite(context, path, (own === undefined && !isDump ? second : first)?.text, at)
  return UNKNOWN
}

/** Writes to what it is called on. */
function isMethod(reference: string): boolean {
  return /write_(?:text|bytes)$|^\.file\./.test(reference)
}

function pathText(value: Value | undefined): string | undefined {
  return value === undefined ? undefined : (value.text ?? pathOf(value))
}

/** An archive takes files by their names. */
function archived(given: readonly Value[], at: number): readonly Taint[] {
  return given.flatMap(({ text = '' }): readonly Taint[] => {
    const secret = secretStoreIn(text)
    return secret === undefined ? [] : [{ kind: 'secret', name: secret.name, store: secret.store, at }]
  })
}
