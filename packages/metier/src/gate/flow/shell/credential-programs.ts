/** Programs that print credentials that they or the system keep. */

import type { SecretStore } from '../../facts/secrets.js'
import type { Taint } from '../value.js'

interface CredentialProgram {
  /** The beginning of the command line. */
  readonly line: RegExp
  readonly store: SecretStore
  /** The variable in which the owner keeps it; it may be sent to that owner. */
  readonly owner?: string
}

const PROGRAMS: readonly CredentialProgram[] = [
  { line: /^gh auth (?:token|status (?:-t|--show-token))/, store: 'cloud', owner: 'GITHUB_TOKEN' },
  { line: /^glab auth (?:token|status (?:-t|--show-token))/, store: 'cloud', owner: 'GITLAB_TOKEN' },
  {
    line: /^gcloud (?:auth (?:print-\S|application-default print-\S)|config config-helper)/,
    store: 'cloud',
    owner: 'GOOGLE_TOKEN',
  },
  {
    line: /^aws (?:configure (?:get|export-credentials)|sts (?:get-session-token|assume-role)|ecr get-login-password|secretsmanager get-secret-value|ssm get-parameters?\b.{0,80}--with-decryption)/,
    store: 'cloud',
    owner: 'AWS_TOKEN',
  },
  { line: /^az (?:account get-access-token|keyvault secret show)/, store: 'cloud', owner: 'AZURE_TOKEN' },
  { line: /^heroku auth:token|^heroku config(?::get)?\b/, store: 'cloud', owner: 'HEROKU_TOKEN' },
  { line: /^(?:fly|flyctl) (?:auth token|tokens create)/, store: 'cloud', owner: 'FLY_TOKEN' },
  { line: /^doctl auth (?:list|token)|^doctl config/, store: 'cloud', owner: 'DIGITALOCEAN_TOKEN' },
  { line: /^npm (?:token (?:list|create)|config get \S{0,60}_authToken)/, store: 'registry', owner: 'NPM_TOKEN' },
  {
    line: /^(?:op (?:read|item get|document get)|bw (?:get|list|export)|lpass (?:show|export)|pass show|gopass show|dashlane password)/,
    store: 'keychain',
  },
  {
    line: /^vault (?:read|kv get|token lookup|print token)|^sops (?:-d|--decrypt|decrypt)|^chamber (?:read|export)/,
    store: 'cloud',
  },
  { line: /^kubectl (?:get secrets?\b.{0,120}(?:-o|--output)|config view\b.{0,80}--raw|create token)/, store: 'cloud' },
  { line: /^docker-credential-\S+ get|^git credential(?:-\S+)? (?:fill|get)|^git-credential-\S+ get/, store: 'cloud' },
  {
    line: /^security (?:find-(?:generic|internet)-password|dump-keychain|export|find-identity)/,
    store: 'keychain',
  },
  {
    line: /^(?:secret-tool (?:lookup|search)|keyring get|kwallet-query|cmdkey \/list|vaultcmd|pass ls)/i,
    store: 'keychain',
  },
  {
    line: /^netsh wlan (?:show profiles?\b.{0,120}key=clear|export profile\b.{0,120}key=clear)|^nmcli\b.{0,80}(?:-s\b|--show-secrets)/i,
    store: 'keychain',
  },
  { line: /^reg (?:save|export) hk(?:lm|ey_local_machine)\\+(?:sam|security|system)\b/i, store: 'system' },
  {
    line: /^(?:mimikatz|lazagne|secretsdump(?:\.py)?|pypykatz|firefox_decrypt(?:\.py)?|hack-browser-data|procdump\b.{0,40}lsass)\b/i,
    store: 'keychain',
  },
  {
    line: /^(?:Get-StoredCredential|Get-Secret\b.{0,60}-AsPlainText|ConvertFrom-SecureString\b.{0,60}-AsPlainText)/i,
    store: 'keychain',
  },
  {
    line: /^(?:sqlite3|sqlite|sqlcipher)\b.{0,200}(?:cookies|Login Data|logins|key4\.db|Web Data|places\.sqlite)/i,
    store: 'browser',
  },
  { line: /^gpg2?\b.{0,80}--export-secret-(?:keys|subkeys)/, store: 'keys' },
  { line: /^ssh-keygen\b.{0,80}-[ye]{1,2}f? \S{0,80}id_/, store: 'keys' },
  { line: /^(?:terraform|tofu) (?:output|state pull)/, store: 'cloud' },
]

/** What such a program prints; a single value unless it lists all that it keeps. */
export function credentialsPrintedBy(line: string, at: number): readonly Taint[] {
  const found = PROGRAMS.find((program) => program.line.test(line))
  if (found === undefined) return []
  const { store, owner } = found
  const isAll =
    /dump-keychain|export|bw list|--raw|state pull|key=clear|--show-secrets|^(?:sqlite|sqlcipher|reg |mimikatz|lazagne|secretsdump|pypykatz|firefox_decrypt|hack-browser)/i.test(
      line,
    )
  const taint: Taint = { kind: 'secret', name: line.slice(0, 40), store, isPart: !isAll, at }
  return [owner === undefined ? taint : { ...taint, owner }]
}
