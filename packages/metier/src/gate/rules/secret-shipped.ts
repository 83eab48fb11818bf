import type { Evidence, ScannedFile } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

/** Joined with its prefix when it runs, so that no scanner mistakes this file for a leak. */
const TOKEN_TEXT = 'q8Bz3dE5wG7hJ9kL2mN4pQ6rS8tU0vW1xY3e'
const KEY = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg'

export const rule: Rule = {
  id: 'SK-CA007',
  pattern: 'secret in the skill',
  severity: 'warn',
  tags: ['AST01', 'CWE-540', 'T1552.004'],
  why: 'Everyone who has the skill has the private key, token or password in it. Most are there by accident, and a published version is never changed.',
  fix: 'Take the secret out of the skill, read it from the environment, and replace it: it has to count as known. For an example, name the file .env.example.',
  examples: {
    positive: [
      {
        'SKILL.md': 'Signs the release.\n',
        'release.pem': `-----BEGIN ${'PRIVATE'} KEY-----\n${KEY}\n${KEY}\n-----END ${'PRIVATE'} KEY-----\n`,
      },
      { 'SKILL.md': 'Asks the service.\n', '.env': 'REGION=eu\nSERVICE_API_KEY=sk-live-4f0c77b19a2e\n' },
      `Send it:\n\n    curl -H "Authorization: Bearer ${'ghp'}_${TOKEN_TEXT}" https://photos.acme.dev/upload\n`,
      { 'SKILL.md': 'Fetches the issues.\n', '.git-credentials': 'https://ann:hunter2hunter2@git.acme.dev\n' },
    ],
    negative: [
      {
        'SKILL.md': 'Asks the service.\n',
        '.env': 'SERVICE_API_KEY=\nREDIRECT_URL=http://localhost:8080/callback\nOTHER_TOKEN=your-token-here\n',
      },
      { 'SKILL.md': 'Asks the service.\n', '.env.example': 'SERVICE_API_KEY=sk-live-4f0c77b19a2e\n' },
      `The token looks like ${'ghp'}_${'x'.repeat(36)} or ${'ghp'}_${'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789'}.\n`,
      `A key file begins with \`-----BEGIN ${'PRIVATE'} KEY-----\`.\n`,
    ],
  },
  find: ({ files }: Evidence) => files.flatMap(judge),
}

/** With enough of the key itself to rule out a stand-in; in JSON, its lines end with the letter n. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY-----(?:\\[rn]|\s){1,4}[A-Za-z0-9+/=\\\r\n]{64}/

const STAND_IN = /(?:your|<|\$|%|\{|x{3}|\*{3}|\.{3}|change|placeholder|example|insert|replace|dummy|todo|test)/i
/** What a file of this name keeps, and the secret in it. */
const STORES: readonly { readonly name: RegExp; readonly secret: RegExp }[] = [
  {
    name: /^\.env(?:\.(?!(?:example|sample|template|dist|defaults?|test|schema)$)[\w-]{1,40})?$/i,
    secret:
      /^[ \t]{0,8}(?:export )?\w{0,60}(?:KEY|TOKEN|SECRET|PASSW(?:OR)?D|CREDENTIALS?)\w{0,20}[ \t]{0,4}=[ \t]{0,4}["']?([^\s"'#]{8,200})/gim,
  },
  { name: /^\.git-credentials$/, secret: /\/\/[^\s:@/]{1,200}:([^\s@/]{1,400})@/g },
  { name: /^[._]netrc$/, secret: /\bpassword\s{1,8}(\S{1,400})/g },
  { name: /^\.npmrc$/, secret: /:_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}(\S{8,400})/g },
  { name: /^\.pypirc$/, secret: /^\s{0,8}password[ \t]{0,4}[:=][ \t]{0,4}(\S{6,400})/gm },
]

/** Tokens whose issuers gave them a form of their own, in any text. */
const TOKEN =
  /(?<![\w-])(?:gh[opsu]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}|glpat-[\w-]{20}|sk-ant-api\d\d-[\w-]{80,120}|sk-proj-[\w-]{40,200}|xox[abp]-\d{10,13}-\d{10,13}-[A-Za-z0-9-]{24,80}|[rs]k_live_[A-Za-z0-9]{24,120}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z]{34}|SG\.[\w-]{22}\.[\w-]{43})(?![\w-])/g
/** A person typed it: the alphabet, or digits in order. */
const IN_ORDER = /abcde|bcdef|fghij|klmno|pqrst|vwxyz|01234|12345|56789/i

/** A token is random: most of its characters differ, in upper and lower case. */
function isToken(text: string): boolean {
  const random = text.slice(-20)
  return (
    !STAND_IN.test(text) &&
    !IN_ORDER.test(text) &&
    new Set(random).size >= 10 &&
    /[a-z]/.test(random) &&
    /[A-Z]/.test(random)
  )
}

function judge(scanned: ScannedFile, file: number): readonly Observation[] {
  const { path, text, isFixture } = scanned
  if (text === undefined || isFixture) return []
  const key = PRIVATE_KEY.exec(text)
  if (key !== null) return [{ file, offset: key.index, message: 'A private key is part of the skill' }]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const store = STORES.find((one) => one.name.test(name))
  const found = store && [...text.matchAll(store.secret)].find(([, secret = '']) => !STAND_IN.test(secret.slice(0, 20)))
  if (found !== undefined) return [{ file, offset: found.index, message: `A secret in ${name} is part of the skill` }]
  const token = [...text.matchAll(TOKEN)].find(([whole]) => isToken(whole))
  return token === undefined ? [] : [{ file, offset: token.index, message: 'A token is part of the skill' }]
}
