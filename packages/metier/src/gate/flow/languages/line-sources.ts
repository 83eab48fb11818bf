/** The sensitive things that a statement of a language without a grammar reads. */

import { findAddresses } from '../../facts/address.js'
import { isCredentialName, secretStoreIn } from '../../facts/secrets.js'
import { credentialsPrintedBy } from '../shell/credential-programs.js'
import type { Taint } from '../value.js'
import { readsIn, sourceKindOf, variablesIn } from './line-idioms.js'

export function taintsOf(text: string, at: number): readonly Taint[] {
  const found: Taint[] = []
  const source = sourceKindOf(text)
  if (source !== undefined) {
    const name = source.kind === 'download' ? (findAddresses(text)[0]?.url ?? '') : source.name
    found.push({ kind: source.kind, name, at: at + source.index })
  }
  for (const { name, index } of variablesIn(text))
    if (isCredentialName(name)) found.push({ kind: 'variable', name, at: at + index, isLogin: true })
  const read = readsIn(text)
  if (read !== undefined) found.push({ kind: 'content', name: 'a file', at: at + read.index })
  const secret = secretTaint(text, at)
  return [...found, ...(secret === undefined ? [] : [secret]), ...printed(text, at)]
}

const JOINED = /\b(?:Join-Path|File\.join|filepath\.Join|Path\.Combine|os\.path\.join|Dir\.home)\b/i

/** A secret file by its path, also if the path is put together from words. */
export function secretTaint(text: string, at: number): Taint | undefined {
  const plain = text.replaceAll('\\', '/')
  const secret =
    secretStoreIn(plain) ?? (JOINED.test(plain) ? secretStoreIn(plain.replace(/[\s,()"']{1,6}/g, '/')) : undefined)
  return secret === undefined ? undefined : { kind: 'secret', name: secret.name, store: secret.store, at }
}

const PROGRAM =
  /(?<![\w./-])(?:gh|glab|gcloud|aws|az|heroku|flyctl|doctl|npm|op|bw|pass|vault|kubectl|git|security|secret-tool|keyring|cmdkey|netsh|nmcli|reg|sqlite3|mimikatz|lazagne|secretsdump|Get-StoredCredential|Get-Secret|gpg|docker-credential-\w{1,20})(?:\.exe)?["',\s]{1,4}[\w:-]/g

/** A program that prints a credential: `gh auth token`, also as a list of words. */
function printed(text: string, at: number): readonly Taint[] {
  for (const { index } of text.matchAll(PROGRAM)) {
    const line = text.slice(index, index + 160).replace(/["',\s]{1,6}/g, ' ')
    const found = credentialsPrintedBy(line, at + index)
    if (found.length > 0) return found
  }
  return []
}
