/** Addresses that public reports name as part of attacks. A short list: what it catches is old, and the other rules do not need it. */

export interface Indicator {
  /** A host with everything below it, or a text that stands for itself. */
  readonly value: string
  readonly what: string
}

/** When the list was looked at last. */
export const INDICATORS_DATE = '2026-11-17'

/** From the public reports of February 2026 on malicious skills, and from the test file that virus scanners agree on. */
export const INDICATORS: readonly Indicator[] = [
  { value: '91.92.242.30', what: 'a server of the ClawHavoc campaign' },
  { value: 'openclawcli.vercel.app', what: 'a page of the ClawHavoc campaign that poses as a vendor' },
  { value: 'setup-service.com', what: 'a page that hands out commands of the ClawHavoc campaign' },
  { value: 'install.app-distribution.net', what: 'a page that hands out programs of the ClawHavoc campaign' },
  { value: 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', what: 'the text by which virus scanners are tried out' },
]
