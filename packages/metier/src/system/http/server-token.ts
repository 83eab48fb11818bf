/** The token that clients must send if a server is reachable from other machines. */

import { randomBytes } from 'node:crypto'
import { readSmallFileSync } from '../files/small-file.js'

export type ServerToken =
  | { readonly ok: true; readonly value: string | undefined; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string }

const LONGEST = 4_096
const SHORTEST = 16

/** The token that the environment names: a server's own, or the one for the hub that a command names. */
export function readTokenVariable(): string | undefined {
  return process.env.METIER_TOKEN
}

/** Read from a file or METIER_TOKEN; otherwise generated, unless the address is local only. */
export function readServerToken(file: string | undefined, isLocal: boolean): ServerToken {
  const given = file === undefined ? readTokenVariable() : readFile(file)
  if (file !== undefined && given === undefined) return { ok: false, message: `--token-file ${file} cannot be read` }
  // An empty file is a secret that was lost, not the wish to have none.
  if (given !== undefined && (given !== '' || file !== undefined)) {
    if (given.length >= SHORTEST && /^[\x21-\x7e]+$/.test(given)) return { ok: true, value: given, isNew: false }
    return { ok: false, message: `a token needs at least ${SHORTEST} printable ASCII characters and no spaces` }
  }
  if (isLocal) return { ok: true, value: undefined, isNew: false }
  return { ok: true, value: randomBytes(24).toString('base64url'), isNew: true }
}

function readFile(file: string): string | undefined {
  const reading = readSmallFileSync(file, LONGEST)
  return 'bytes' in reading ? reading.bytes.toString('utf8').trim() : undefined
}
