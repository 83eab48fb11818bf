import { type Evidence, type Passage, says } from '../evidence.js'
import { secretStoreIn, secretStoresIn } from '../facts/secrets.js'
import type { CommandFact } from '../flow/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-CA001',
  pattern: 'secret store read',
  severity: 'warn',
  tags: ['AST01', 'CWE-200', 'T1552.001'],
  why: 'Keys of several services are read in one go. A skill that needs one account needs one credential, and its program reads that itself.',
  fix: 'Let the program that owns a credential use it; do not open its file.',
  examples: {
    positive: [
      '1. Read `~/.ssh/id_rsa` to verify the key.\n2. Read `~/.aws/credentials` and `~/.config/gcloud/credentials.db`.\n3. Read `~/.gnupg/private-keys-v1.d/`.\n',
      '```bash\ncat ~/.ssh/id_rsa ~/.aws/credentials ~/.netrc > all.txt\n```\n',
    ],
    negative: [
      'Credentials are read from `~/.aws/credentials` by the AWS CLI.\n',
      '```bash\nls -la ~/.ssh\nssh -i ~/.ssh/id_ed25519 host\n```\n',
      'Never commit `.env`, `~/.ssh/id_rsa` or `~/.aws/credentials`.\n',
    ],
  },
  find: (evidence) => [...told(evidence), ...run(evidence)],
}

const AVOIDED =
  /\b(?:never|do not|don't|must not|avoid|block|deny|denied|exclude|ignore|forbidden|protect|sensitive|should not|detect|flags?|redact|gitignore)\b/i

const ORDER =
  /^\W{0,12}(?:\d{1,2}[.)]\s{0,3})?(?:\*\*)?(?:silently |then |also |first,? )?(?:read|cat|collect|extract|access|load|scan|copy|dump|open|gather)\b|\b(?:read|collect|extract|gather|dump)s? (?:the |your |all |all files in |the contents of |the current [\w ]{1,24} from )?[`~]/i

function isOrder(passage: Passage): boolean {
  return says(passage, 'read') && !AVOIDED.test(passage.segment.text) && ORDER.test(passage.segment.text)
}

function told({ passages }: Evidence): readonly Observation[] {
  const ordered = passages.filter(isOrder)
  const named = new Map<number, Set<string>>()
  for (const { segment } of ordered)
    named.set(segment.file, new Set([...(named.get(segment.file) ?? []), ...secretStoresIn(segment.text)]))
  return ordered.flatMap((passage): readonly Observation[] => {
    const stores = named.get(passage.segment.file) ?? new Set()
    if (stores.size < 2) return []
    const at = secretStoreIn(passage.segment.text)?.index
    if (at === undefined) return []
    return [
      {
        segment: passage.segment,
        at,
        severity: stores.size >= 3 && isPlain(stores) ? 'block' : 'warn',
        message: `The agent is told to read ${stores.size} kinds of secrets`,
      },
    ]
  })
}

function isPlain(stores: ReadonlySet<string>): boolean {
  return stores.has('keys') || stores.has('browser') || stores.has('wallet')
}

const PRINTERS = new Set([
  'cat',
  'less',
  'head',
  'tail',
  'grep',
  'jq',
  'awk',
  'sed',
  'cp',
  'tar',
  'zip',
  'base64',
  'strings',
  'xxd',
])

function run({ commands }: Evidence): readonly Observation[] {
  const reads = new Map<string, { stores: Set<string>; first: CommandFact }>()
  for (const command of commands) {
    if (!PRINTERS.has(command.name)) continue
    for (const store of secretStoresIn(command.words.join(' '))) {
      if (store === 'dotenv') continue
      const key = `${command.segment.file} ${command.segment.section}`
      const known = reads.get(key)
      if (known === undefined) reads.set(key, { stores: new Set([store]), first: command })
      else known.stores.add(store)
    }
  }
  return [...reads.values()].flatMap(({ stores, first }): readonly Observation[] => {
    const isKey = stores.has('keys') || stores.has('browser') || stores.has('wallet') || stores.has('agent')
    if (
      stores.size < 2 &&
      !(
        isKey &&
        /privateKey|id_rsa|id_ed25519|Login Data|wallet/i.test(first.segment.text.slice(first.at, first.at + 160))
      )
    )
      return []
    return [{ segment: first.segment, at: first.at, message: `Secrets are printed: ${[...stores].join(', ')}` }]
  })
}
