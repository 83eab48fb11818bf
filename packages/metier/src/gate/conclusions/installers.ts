/** How serious it is to run what an address returns: the same for `curl | sh` and `irm | iex`. */

import { isShady } from '../chains.js'
import type { Evidence } from '../evidence.js'
import { readAddress, type WebAddress } from '../facts/address.js'
import { registrableDomain } from '../facts/domain.js'
import { isReservedName } from '../facts/intent/places.js'
import type { Severity } from '../finding.js'

export function severityOfInstaller(address: WebAddress | undefined, evidence: Evidence): Severity {
  if (address === undefined) return 'block'
  // Nothing is to be had there.
  if (isReservedName(address.host)) return 'note'
  if (isShady(address)) return 'block'
  if (address.kind === 'known') return 'note'
  return address.kind === 'code' || isOwnHost(address.host, evidence) ? 'warn' : 'block'
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
      ),
  )
}

function isScript(path: string): boolean {
  return /\.(?:sh|py|ps1|bash|js)(?:$|[?#])|\/(?:install|setup|bootstrap)\b/i.test(path)
}
