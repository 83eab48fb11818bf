/** Settings that stop programs from checking certificates for good: one program may have a reason, several do not. */

import { saysUnchecked } from '../disclosed.js'
import type { Evidence } from '../evidence.js'
import type { Observation } from '../rule.js'
import type { Segment } from '../text/segment.js'

const GAP = `["'\`,=:\\s]{1,6}`
const OFF = `${GAP}(?:false|0|off|no)\\b`

const PROGRAMS: readonly (readonly [string, RegExp])[] = [
  ['git', new RegExp(`\\bhttps?\\.sslVerify${OFF}|\\bGIT_SSL_NO_VERIFY${GAP}(?:1|true)`, 'i')],
  ['npm', new RegExp(`\\bstrict-ssl${OFF}|\\bnpm_config_strict_ssl${OFF}|\\benableStrictSsl${OFF}`, 'i')],
  ['pip', /\bglobal\.trusted-host\b|^\s{0,8}trusted-host\s{0,3}=|\bPIP_TRUSTED_HOST\s{0,3}=/im],
  ['curl', /\binsecure\b[^\n]{0,40}\.curlrc|\.curlrc\b[^\n]{0,80}\binsecure\b/i],
  ['wget', /\bcheck_certificate\s{0,3}=\s{0,3}off/i],
  ['node', new RegExp(`\\bNODE_TLS_REJECT_UNAUTHORIZED${OFF}`)],
  ['python', new RegExp(`\\bPYTHONHTTPSVERIFY${OFF}`)],
  ['conda', new RegExp(`\\bssl_verify${OFF}`, 'i')],
  ['go', /\bGOINSECURE\b|\bGONOSUMDB\b|\bGOFLAGS\b[^\n]{0,20}-insecure/],
  ['docker', /\binsecure-registries\b/],
  ['apt', /\bVerify-Peer\b[^\n]{0,12}\bfalse/i],
  ['maven', /\bmaven\.wagon\.http\.ssl\.insecure\b|\bssl\.allowall\b/],
]
const HINT = /ssl|insecure|trusted-host|REJECT_UNAUTHORIZED|HTTPSVERIFY|check_certificate|GOINSECURE|Verify-Peer/i
/** Holds after the script is done. */
const LASTING =
  /--(?:global|system)\b|\bconfig["',\s]{1,6}set\b|\.(?:bashrc|zshrc|profile|bash_profile|zshenv|curlrc|wgetrc|npmrc|condarc|gitconfig)\b|pip\.conf|pip\.ini|\/etc\/|\bsetx\b|SetEnvironmentVariable/i

export function uncheckedIn(segment: Segment, evidence: Evidence): readonly Observation[] {
  const { kind, language, file, text } = segment
  if (kind !== 'script' || language === 'prose' || evidence.files[file]?.isFixture === true || !HINT.test(text))
    return []
  const found = PROGRAMS.flatMap(([name, pattern]) => {
    const at = pattern.exec(text)?.index
    return at === undefined || isComment(text, at) ? [] : [{ name, at }]
  })
  const [first] = found
  if (first === undefined || found.length < 2 || !LASTING.test(text)) return []
  const names = found.map(({ name }) => name).join(', ')
  const message = `Switches certificate checks off for good: ${names}`
  return [{ segment, at: first.at, severity: saysUnchecked(evidence) ? 'warn' : 'block', message }]
}

function isComment(text: string, at: number): boolean {
  return /^\s{0,40}(?:#|\/\/)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
}
