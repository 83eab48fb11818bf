/** The secret that clients of a server must know, where the server can be reached from elsewhere. */

import { randomBytes } from 'node:crypto'
import { readSmallFileSync } from '../files/small-file.js'

export type ServerToken =
  | { readonly ok: true; readonly value: string | undefined; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string }

const LONGEST = 4_096
const SHORTEST = 16

/** From a file, else from METIER_TOKEN, else made anew where the address is not this machine's alone. */
export function readServerToken(file: string | undefined, isLocal: boolean): ServerToken {
  const given = file === undefined ? process.env.METIER_TOKEN : readFile(file)
  if (file !== undefined && given === undefined) return { ok: false, message: `--token-file ${file} cannot be read` }
  if (given !== undefined && given !== '') {
    if (given.length >= SHORTEST && /^[\x21-\x7e]+$/.test(given)) return { ok: true, value: given, isNew: false }
    return { ok: false, message: `a token has at least ${SHORTEST} letters, digits or signs, and no blanks` }
  }
  if (isLocal) return { ok: true, value: undefined, isNew: false }
  return { ok: true, value: randomBytes(24).toString('base64url'), isNew: true }
}

function readFile(file: string): string | undefined {
  const reading = readSmallFileSync(file, LONGEST)
  return 'bytes' in reading ? reading.bytes.toString('utf8').trim() : undefined
}
