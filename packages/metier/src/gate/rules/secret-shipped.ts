import type { Evidence, ScannedFile } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

const KEY = 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg'

export const rule: Rule = {
  id: 'SK-CA007',
  pattern: 'secret in the skill',
  severity: 'warn',
  tags: ['AST01', 'CWE-540', 'T1552.004'],
  why: 'Everyone who has the skill has the private key or password in it. Most are there by accident, and a published version is never changed.',
  fix: 'Move the file out of the skill and replace the secret: it has to count as known. For an example, name the file .env.example.',
  examples: {
    positive: [
      {
        'SKILL.md': 'Signs the release.\n',
        'release.pem': `-----BEGIN ${'PRIVATE'} KEY-----\n${KEY}\n${KEY}\n-----END ${'PRIVATE'} KEY-----\n`,
      },
      { 'SKILL.md': 'Asks the service.\n', '.env': 'REGION=eu\nSERVICE_API_KEY=sk-live-4f0c77b19a2e\n' },
      { 'SKILL.md': 'Fetches the issues.\n', '.git-credentials': 'https://ann:hunter2hunter2@git.acme.dev\n' },
    ],
    negative: [
      {
        'SKILL.md': 'Asks the service.\n',
        '.env': 'SERVICE_API_KEY=\nREDIRECT_URL=http://localhost:8080/callback\nOTHER_TOKEN=your-token-here\n',
      },
      { 'SKILL.md': 'Asks the service.\n', '.env.example': 'SERVICE_API_KEY=sk-live-4f0c77b19a2e\n' },
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

function judge(scanned: ScannedFile, file: number): readonly Observation[] {
  const { path, text, isFixture } = scanned
  if (text === undefined || isFixture) return []
  const key = PRIVATE_KEY.exec(text)
  if (key !== null) return [{ file, offset: key.index, message: 'A private key is part of the skill' }]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const store = STORES.find((one) => one.name.test(name))
  const found = store && [...text.matchAll(store.secret)].find(([, secret = '']) => !STAND_IN.test(secret.slice(0, 20)))
  return found === undefined ? [] : [{ file, offset: found.index, message: `A secret in ${name} is part of the skill` }]
}
