/** How serious it is to run what an address returns: the same for `curl | sh` and `irm | iex`. */

import { isShady } from '../chains.js'
import type { Evidence } from '../evidence.js'
import { findAddresses, readAddress, type WebAddress } from '../facts/address.js'
import { splitCodeSpans } from '../facts/code-spans.js'
import { registrableDomain } from '../facts/domain.js'
import { isReservedName } from '../facts/intent/places.js'
import type { Severity } from '../finding.js'
import { isDeclared } from './intents.js'

export function severityOfInstaller(address: WebAddress | undefined, evidence: Evidence): Severity {
  if (address === undefined) return 'block'
  // Nothing is to be had there.
  if (isReservedName(address.host)) return 'note'
  if (isShady(address)) return isOfState(address) ? 'warn' : 'block'
  if (address.kind === 'known') return 'note'
  return address.kind === 'code' || isOwnHost(address.host, evidence) || isDeclared(address.host, evidence)
    ? 'warn'
    : 'block'
}

/** Names below these are given to governments and universities alone. */
function isOfState({ host, kind, hasUser }: WebAddress): boolean {
  return kind === 'other' && !hasUser && /\.(?:gov|mil|edu)$/.test(host)
}

const BARE =
  /\b(?:irm|iwr|invoke-restmethod|invoke-webrequest)\s{1,3}(?:-\w{1,20}\s{1,3}){0,3}["']?((?:[a-z0-9-]{1,60}\.){1,4}[a-z]{2,12}(?:\/[^\s"'|;)]{0,200})?)/i

/** The address that a PowerShell command fetches, with or without a scheme. */
export function fetchedIn(command: string): WebAddress | undefined {
  const bare = BARE.exec(command)?.[1]
  return findAddresses(command)[0] ?? (bare === undefined ? undefined : readAddress(bare))
}

/** The site of the skill's own subject: its homepage, or a page it links to and not only pipes. */
function isOwnHost(host: string, { main, passages }: Evidence): boolean {
  const home = main?.document.frontmatter.homepage ?? main?.document.frontmatter.url
  const domain = registrableDomain(host)
  if (typeof home === 'string' && registrableDomain(readAddress(home)?.host ?? '') === domain) return true
  return passages.some(
    ({ segment, addresses }) =>
      segment.kind === 'paragraph' &&
      addresses.some(
        (address) => !address.isPlain && registrableDomain(address.host) === domain && !isScript(address.path),
      ) &&
      splitCodeSpans(segment.text).plain.includes(domain),
  )
}

function isScript(path: string): boolean {
  return /\.(?:sh|py|ps1|bash|js)(?:$|[?#])|\/(?:install|setup|bootstrap)\b/i.test(path)
}
