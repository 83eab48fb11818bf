/** What a Python pickle calls when loaded, according to its opcodes. */

import { toByteText } from './byte-search.js'

/** Modules that give access to the machine, and built-ins that run or open something. */
const MODULES =
  'posix|nt|os|pty|sys|subprocess|shutil|socket|commands|runpy|importlib|ctypes|webbrowser|asyncio\\.subprocess'
const FUNCTIONS = 'eval|exec|execfile|compile|open|getattr|__import__|breakpoint|globals'
const SAVED = '(?:\\x94|q[^]|r[^]{4})?'
const NAME = '[\\w.]{1,60}'

/** `c`, a module and a name, each ended by a newline. */
const BY_LINES = new RegExp(`c(?:(${MODULES})\\n(${NAME})|(builtins|__builtin__)\\n(${FUNCTIONS}))\\n`)
/** Two length-prefixed strings, and the opcode that turns them into a function. */
const BY_STACK = new RegExp(
  `\\x8c[^](?:(${MODULES})${SAVED}\\x8c[^](${NAME})|(builtins|__builtin__)${SAVED}\\x8c[^](${FUNCTIONS}))${SAVED}\\x93`,
)
const MOST_READ = 1024 * 1024

/** The first function that gives access to the machine: `posix.system`. */
export function findPickledCall(bytes: Uint8Array): string | undefined {
  const text = toByteText(bytes.subarray(0, MOST_READ))
  const found = BY_LINES.exec(text) ?? BY_STACK.exec(text)
  if (found === null) return undefined
  const [, module = found[3], name = found[4]] = found
  return `${module}.${name}`
}

const NAMED = /\.(?:pkl|pickle|joblib)$/i
/** The oldest protocols have no marker: they start by naming a function, or the file name gives them away. */
const BEGINNING = /^c[\w.]{1,60}\n[\w.]{1,60}\n(?:p\d{1,5}\n|q[\s\S])?[(\]})N]/

/** Whether bytes without a marker are a pickle in an old protocol; every pickle ends with a dot. */
export function isUnmarkedPickle(path: string, bytes: Uint8Array): boolean {
  const isNamed = NAMED.test(path)
  if (!isNamed && bytes[0] !== 0x63) return false
  const end = toByteText(bytes.subarray(-64)).trimEnd()
  if (!end.endsWith('.')) return false
  const beginning = toByteText(bytes.subarray(0, 256))
  return BEGINNING.test(beginning) || (isNamed && /^[(\]}cdlpqISVFKMJGX]/.test(beginning))
}
