/** Recognizes rules of other scanners (YARA, Sigma, Snort, Semgrep): what they contain is searched for, not run. */

import type { ScannedFile } from '../evidence.js'

const BY_NAME = /\.(?:yara?|sigma|snort|suricata|nasl|kql|spl)$/i
const NETWORK = /^\s{0,8}(?:alert|drop|reject|pass)\s{1,4}(?:tcp|udp|ip|icmp|http|dns|tls|smtp|ssh|any)\s/m
const SIGMA = /^detection:\s{0,8}$/m
const SEMGREP = /^\s{1,12}(?:-\s{0,4})?(?:pattern(?:s|-either|-regex|-inside|-not)?|metavariable-regex):/m

export function isDetectionRules({ path, text = '', otherLanguages }: ScannedFile): boolean {
  if (otherLanguages.length > 0) return false
  if (BY_NAME.test(path)) return /\b(?:rule|strings|condition|detection|alert|where|index)\b/i.test(text)
  if (/\.rules?$/i.test(path)) return NETWORK.test(text)
  if (!/\.ya?ml$/i.test(path)) return false
  return (SIGMA.test(text) && /^logsource:/m.test(text)) || (/^rules:/m.test(text) && SEMGREP.test(text))
}
