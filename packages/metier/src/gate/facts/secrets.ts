/** Where secrets are stored on a machine, and which variables hold them. */

import { createSieve, mayMatch, type PatternGroups } from '../text/sieve/sieve.js'

export type SecretStore =
  | 'keys'
  | 'cloud'
  | 'registry'
  | 'browser'
  | 'wallet'
  | 'keychain'
  | 'dotenv'
  | 'agent'
  | 'history'
  | 'system'

const STORES: readonly (readonly [SecretStore, RegExp])[] = [
  [
    'keys',
    /\.ssh\/(?!known_hosts|config\b|[\w.-]*\.pub\b|authorized_keys)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\bid_\*|\.gnupg\b|\*\.(?:pem|ppk|p12|pfx)\b|(?<![\w.])~?\/?\.ssh(?:\/\*?)?(?=$|[\s"'`),;])/,
  ],
  [
    'cloud',
    /\.aws\/(?:credentials|config|\*)|\.azure\/|gcloud\/(?:credentials|application_default|access_tokens|legacy)|\.kube\/config|\.docker\/config\.json|\.config\/gh\/(?:hosts|\*)|\.git-credentials|\.netrc\b|\.terraform\.d\/credentials|\.vault-token|doctl\/config|\.pgpass\b|\.my\.cnf\b|\.s3cfg\b|rclone\.conf\b|\.huggingface\/token|huggingface\/token\b|\.oci\/config|(?:~|\$HOME|\/root|home\/\w{1,32})\/\.(?:aws|azure|kube)\/?(?=$|[\s"'`),;])|kubernetes\.io\/serviceaccount\/token|169\.254\.169\.254|metadata\.google\.internal/,
  ],
  [
    'registry',
    /(?:~|\$HOME|home|\/root|homedir|\})[^\s]{0,40}\.(?:npmrc|pypirc|yarnrc(?:\.yml)?)\b|\.gem\/credentials|\.cargo\/credentials|~\/\.npmrc/,
  ],
  [
    'browser',
    /Login Data\b|Cookies(?:\.binarycookies|\.sqlite)|\bcookies\.sqlite|logins\.json|key4\.db|(?:Google\/Chrome|google-chrome|BraveSoftware|Mozilla\/Firefox|\.mozilla\/firefox|Microsoft Edge|chromium)\/[^\n]{0,60}(?:Cookies|Login|Web Data|Default|Profile|\*)|\bLocal State\b/i,
  ],
  [
    'wallet',
    /wallet\.dat\b|(?:\.ethereum|\.bitcoin|\.solana|\.electrum|Exodus|Atomic)\/[^\n]{0,40}(?:keystore|wallet|id\.json|\*)|solana\/id\.json|\bkeystore\/UTC--|nkbihfbeogaeaoehlefnkodbefgpgknn|MetaMask\/|Phantom\/[^\n]{0,20}wallet/i,
  ],
  [
    'keychain',
    /login\.keychain|Library\/Keychains|\bsecurity (?:find|dump)-|\bdump-keychain\b|gnome-keyring|kwallet|share\/keyrings|\.password-store\b|\*?\.kdbx\b|Bitwarden[^\n]{0,20}\/data\.json|export-secret-(?:sub)?keys|vaultcmd\b/i,
  ],
  ['dotenv', /(?:^|[\s"'`/=(@,;])\.env(?:\.(?:local|production|prod|development|staging))?(?=$|[\s"'`),;|*&>])/],
  [
    'agent',
    /\.openclaw\/(?:openclaw\.json|credentials|device|identity|\.env|agents)|\.clawdbot\/(?:\.env|clawdbot\.json|credentials)|\.moltbot\/|auth-profiles\.json|\.claude\/(?:\.env|\.credentials|settings\.json)|\.claude\.json|\.cursor\/mcp\.json|\.codex\/auth\.json|\.config\/claude|claude_desktop_config\.json/,
  ],
  [
    'history',
    /\.(?:bash|zsh|python|psql|mysql|node_repl)_history\b|ConsoleHost_history|\bfish_history\b|\.claude\/(?:projects\b|history\.jsonl)|\.codex\/(?:sessions\b|history\.jsonl)|\.gemini\/(?:tmp|history)\b|\.continue\/sessions\b|\.aider\.chat\.history|\.copilot\/(?:history|session)\w{0,10}|\bstate\.vscdb\b/,
  ],
  [
    'system',
    /\/etc\/(?:shadow|master\.passwd)\b|\/proc\/(?:self|\d+|\*)\/environ\b|\/var\/run\/secrets|SAM\b.{0,20}SYSTEM\b.{0,10}hive/,
  ],
]

/** The first secret store that a text names; undefined if there is none. */
export function secretStoreIn(
  text: string,
): { readonly store: SecretStore; readonly index: number; readonly name: string } | undefined {
  const head = text.length > 4096 ? text.slice(0, 4096) : text
  for (const [store, pattern] of possibleStores(head)) {
    const match = pattern.exec(head)
    if (match !== null) return { store, index: match.index, name: match[0].trim() }
  }
  return undefined
}

/** Every store that a text names, once each. */
export function secretStoresIn(text: string): readonly SecretStore[] {
  const head = text.length > 4096 ? text.slice(0, 4096) : text
  return possibleStores(head)
    .filter(([, pattern]) => pattern.test(head))
    .map(([store]) => store)
}

let sieve: ((text: string) => PatternGroups) | undefined

/** Most texts name none. */
function possibleStores(text: string): typeof STORES {
  sieve ??= createSieve(STORES.map(([, pattern]) => [pattern]))
  const sifted = sieve(text)
  return STORES.filter((_, place) => mayMatch(sifted, place))
}

const CREDENTIAL =
  /(?:^|_)(?:KEY|KEYS|TOKEN|SECRET|PASSWORD|PASSWD|PWD|CREDENTIALS?|APIKEY|AUTH|PAT|PRIVATE|MNEMONIC|SEED|DSN)(?:_|$)|^(?:DATABASE|POSTGRES(?:QL)?|MYSQL|MONGO(?:DB)?|REDIS)_UR[IL]$|^PGPASSWORD$/

/** Whether a variable's name indicates a credential. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name.toUpperCase())
}
