/** What single commands do with their input. */

import { derivedFrom, type Language } from '../../text/segment.js'
import {
  carrier,
  concatenate,
  HOLE,
  mergeTaints,
  mix,
  type Taint,
  taintedText,
  textValue,
  UNKNOWN,
  type Value,
} from '../value.js'
import { note, noteFile, type ShellCall, wordFiles } from './shell-call.js'
import { reachOut } from './shell-network.js'
import { fileKey, fileTaints, sourcesOf } from './shell-sources.js'
import type { ShellState } from './shell-state.js'
import { decodeStage, say } from './shell-text.js'

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash', 'busybox', 'eval', 'source', '.'])
const INTERPRETERS: ReadonlyMap<string, Language> = new Map([
  ['python', 'python'],
  ['python2', 'python'],
  ['python3', 'python'],
  ['node', 'javascript'],
  ['nodejs', 'javascript'],
  ['bun', 'javascript'],
  ['deno', 'javascript'],
  ['perl', 'other'],
  ['ruby', 'other'],
  ['php', 'other'],
  ['osascript', 'other'],
  ['pwsh', 'powershell'],
  ['powershell', 'powershell'],
  ['lua', 'other'],
])
/** Commands that pass on their input and the files they name. */
const READERS = new Set(
  'cat less more head tail grep egrep fgrep rg awk gawk sed cut sort uniq tr fold base64 xxd od hexdump jq yq tee gzip zip tar bzip2 xz openssl gpg rev paste column strings dd wc md5sum sha256sum shasum cp mv ln install bat split nl tac python3-json find xargs column envsubst iconv zcat gunzip'.split(
    ' ',
  ),
)

/** A command's output; what it sends or runs is recorded along the way. */
export function runCommand(call: ShellCall, state: ShellState, runShell: RunShell): Value {
  const { name } = call
  if (name === 'echo' || name === 'printf') return say(call)
  // A separate file at every place.
  if (name === 'mktemp') return textValue(`/tmp/tmp.${call.at}`)
  const reached = reachOut(call, state)
  if (reached !== undefined) return reached
  const language = languageOf(name)
  if (language !== undefined) return interpret(call, state, language, runShell)
  return decodeStage(call) ?? read(call, state)
}

type RunShell = (text: Value, call: ShellCall) => Value

function languageOf(name: string): Language | undefined {
  if (SHELLS.has(name)) return 'shell'
  return INTERPRETERS.get(name.replace(/[\d.]{1,8}$/, '')) ?? INTERPRETERS.get(name)
}

/** Every other command: what it reads by itself and, for readers, their input and files. */
function read(call: ShellCall, state: ShellState): Value {
  const { name, words, at } = call
  const sources = carrier(sourcesOf(name, words, at))
  if (name === 'screencapture' || name === 'scrot') noteFile(state, words.findLast(isPlainWord)?.text, sources.taints)
  if (isDownloaded(state, name)) note(state, call, 'run', fileTaints(state, name, at), undefined, `${name} on a file`)
  if (!READERS.has(name)) return sources
  const given = [sources, call.input ?? UNKNOWN, ...words, ...wordFiles(call, state), carrier(contentOf(call))]
  keepOutputFile(call, state, given)
  const taints = mergeTaints(given)
  const text = name === 'cat' || name === 'tee' ? call.input?.text : undefined
  return taintedText(text, takesPart(call) ? taints.flatMap(asPart) : taints)
}

const GIVES_OUT = new Set(
  'cat head tail tar zip gzip bzip2 xz zstd base64 xxd openssl gpg strings split nl tac'.split(' '),
)

/** A file by its name gives out what is in it. */
function contentOf({ name, words, at }: ShellCall): readonly Taint[] {
  const isNamed = GIVES_OUT.has(name) && words.some(({ text }) => text === undefined || !text.startsWith('-'))
  return isNamed ? [{ kind: 'content', name: 'a file', at }] : []
}

function isPlainWord({ text }: Value): boolean {
  return text?.startsWith('-') === false
}

function takesPart({ name, words }: ShellCall): boolean {
  if (name === 'cut' || name === 'awk') return true
  return (name === 'jq' || name === 'yq') && words.some(({ text }) => text !== undefined && /^\.[\w"[]/.test(text))
}

/** `jq .token` extracts one value from its input. */
function asPart(taint: Taint): readonly Taint[] {
  if (taint.kind === 'content') return []
  return [taint.kind === 'secret' ? { ...taint, isPart: true } : taint]
}

function isDownloaded(state: ShellState, name: string): boolean {
  return (state.files.get(fileKey(name)) ?? []).some(({ kind }) => kind === 'download' || kind === 'decoded')
}

/** `tar czf x.tgz ~/.ssh`, `cp ~/.env x`, `tee x`: the file then contains what was read. */
function keepOutputFile({ name, words }: ShellCall, state: ShellState, given: readonly Value[]): void {
  const texts = words.map(({ text }) => text ?? '').filter((text) => text !== '' && !text.startsWith('-'))
  const taints = mergeTaints(given)
  if (name === 'tar' || name === 'zip')
    noteFile(
      state,
      texts.find((text) => /\.(?:tar|tgz|zip|gz|bz2|xz)/.test(text)),
      taints,
    )
  else if (name === 'cp' || name === 'mv' || name === 'install' || name === 'ln') noteFile(state, texts.at(-1), taints)
  else if (name === 'tee') for (const text of texts) noteFile(state, text, taints)
}

/** What an interpreter runs: a text, a file, or its input. */
function interpret(call: ShellCall, state: ShellState, language: Language, runShell: RunShell): Value {
  const given = codeGiven(call, state)
  if (given === undefined) return UNKNOWN
  const { code, via } = given
  if (code.taints.length > 0) note(state, call, 'run', code.taints, undefined, via)
  if (code.text === undefined || code.text.trim() === '') return mix([code])
  const wasDecoded = code.taints.some(({ kind }) => kind === 'decoded')
  if (language === 'shell' && !wasDecoded) return runShell(code, call)
  const as = { language, block: call.segment.block, section: call.segment.section }
  state.children.push(
    derivedFrom(
      call.segment,
      call.at,
      code.text.replaceAll(HOLE, 'X'),
      wasDecoded ? 'decoded' : `${call.name} argument`,
      as,
    ),
  )
  const decoded: readonly Taint[] = DECODES.test(code.text) ? [{ kind: 'decoded', name: call.name, at: call.at }] : []
  return mix([code, call.input ?? UNKNOWN, carrier(decoded)])
}

/** Code that prints what it decodes. */
const DECODES =
  /b(?:64|32|85|16)decode|fromhex|unhexlify|\batob\(|\bpack\(|decode64|base64_decode|["']base64["']|fromCharCode|\bchr\(|decompress|inflate|rot_?13/i

interface GivenCode {
  readonly code: Value
  readonly via: string
}

function codeGiven({ name, words, input, at }: ShellCall, state: ShellState): GivenCode | undefined {
  if (name === 'eval') return { code: concatenate(words.flatMap((word) => [word, textValue(' ')])), via: 'eval' }
  const flag = words.findIndex(
    ({ text }) =>
      (name === 'php' && text === '-r') ||
      (/^(?:node|bun)/.test(name) && text === '-p') ||
      (text !== undefined && /^(?:-[a-zA-Z]{0,4}[ce]|--eval|--print|-EncodedCommand|-Command|-enc)$/i.test(text)),
  )
  const code = flag < 0 ? undefined : words[flag + 1]
  if (code !== undefined) return { code, via: `${name} ${words[flag]?.text ?? ''}` }
  return fileGiven({ name, words, input, at }, state)
}

function fileGiven({ name, words, input, at }: Omit<ShellCall, 'segment'>, state: ShellState): GivenCode | undefined {
  const file = scriptOf(name, words)
  if (file === undefined || file.text === '-' || file.text === '/dev/stdin')
    return input === undefined ? undefined : { code: input, via: name }
  if (/^(?:deno|bun)$/.test(name) && REMOTE.test(file.text ?? ''))
    return { code: carrier([{ kind: 'download', name: file.text ?? '', at }]), via: name }
  // `bash <(curl …)` passes a file that contains the inner command's output.
  const taints = [...file.taints, ...(file.text === undefined ? [] : fileTaints(state, file.text, at))]
  const via = file.text === undefined ? name : `${name} on a file`
  return { code: carrier(taints.filter(({ kind }) => kind === 'download' || kind === 'decoded')), via }
}

const REMOTE = /^https?:\/\//

/** The first word that is not an option; `deno run x` and `bun run x` have a verb before it. */
function scriptOf(name: string, words: readonly Value[]): Value | undefined {
  const isVerb = ({ text }: Value) => (name === 'deno' || name === 'bun') && (text === 'run' || text === 'x')
  return words.find(
    (word) => !isVerb(word) && (word.text === undefined || !word.text.startsWith('-') || word.text === '-'),
  )
}
