/** Addresses from public attack reports. A short list: it catches old attacks, and no other rule depends on it. */

export interface Indicator {
  /** A host with everything below it, or a literal text. */
  readonly value: string
  readonly what: string
}

/** When the list was last reviewed. */
export const INDICATORS_DATE = '2026-11-17'

/** From the February 2026 reports on malicious skills, plus the standard antivirus test file. */
export const INDICATORS: readonly Indicator[] = [
  { value: '91.92.242.30', what: 'a server of the ClawHavoc campaign' },
  { value: 'openclawcli.vercel.app', what: 'a ClawHavoc page that impersonates a vendor' },
  { value: 'setup-service.com', what: 'a page that distributes ClawHavoc commands' },
  { value: 'install.app-distribution.net', what: 'a page that distributes ClawHavoc programs' },
  { value: 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', what: 'the standard antivirus test text' },
]
