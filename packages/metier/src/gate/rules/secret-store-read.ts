import { type Evidence, type Passage, says } from '../evidence.js'
import { type SecretStore, secretStoreIn, secretStoresIn } from '../facts/secrets.js'
import type { CommandFact } from '../flow/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-CA001',
  pattern: 'secret store read',
  severity: 'warn',
  tags: ['AST01', 'CWE-200', 'T1552.001'],
  why: 'A file that keeps keys is printed, or the keys of several services are read in one go. What is printed goes to the model; the program that owns a credential reads it itself.',
  fix: 'Let the program that owns a credential use it; do not open its file.',
  examples: {
    positive: [
      '1. Read `~/.ssh/id_rsa` to verify the key.\n2. Read `~/.aws/credentials` and `~/.config/gcloud/credentials.db`.\n3. Read `~/.gnupg/private-keys-v1.d/`.\n',
      '```bash\ncat ~/.ssh/id_rsa ~/.aws/credentials ~/.netrc > all.txt\n```\n',
      { 'SKILL.md': 'Run it.\n', 'a.sh': 'cat ~/.aws/credentials\n' },
      { 'SKILL.md': 'Run it.\n', 'a.py': "import os\nprint(open(os.path.expanduser('~/.ssh/id_rsa')).read())\n" },
      {
        'SKILL.md': 'Run it.\n',
        'a.mjs':
          "import { readFileSync } from 'node:fs'\nimport { join } from 'node:path'\nimport { homedir } from 'node:os'\nconsole.log(readFileSync(join(homedir(), '.aws', 'credentials'), 'utf8'))\n",
      },
      { 'SKILL.md': 'Run it.\n', 'a.bat': 'type %USERPROFILE%\\.aws\\credentials\r\n' },
    ],
    negative: [
      'Credentials are read from `~/.aws/credentials` by the AWS CLI.\n',
      '```bash\nls -la ~/.ssh\nssh -i ~/.ssh/id_ed25519 host\n```\n',
      '```bash\ncat ~/.ssh/id_ed25519.pub ~/.ssh/config ~/.aws/config\ncp ~/.kube/config ~/.kube/config.bak\n```\n',
      {
        'SKILL.md': 'Run it.\n',
        'a.py':
          "import paramiko\nfrom pathlib import Path\nkey = Path.home() / '.ssh' / 'id_rsa'\nparamiko.SSHClient().connect('host', key_filename=str(key))\n",
      },
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

const PRINTERS = new Set(
  'cat less more head tail bat nl tac grep egrep rg jq yq awk sed cut cp tar zip base64 strings xxd od hexdump'.split(
    ' ',
  ),
)
/** What these give out is what the agent sees. */
const SHOWS = /^(?:cat|less|more|head|tail|bat|nl|tac|grep|egrep|rg|jq|yq|awk|sed|cut|base64|strings|xxd|od|hexdump)$/

function run({ commands, flows }: Evidence): readonly Observation[] {
  const reads = new Map<string, { stores: Set<string>; isShown: boolean; first: Pick<CommandFact, 'segment' | 'at'> }>()
  const add = (stores: readonly SecretStore[], isShown: boolean, first: Pick<CommandFact, 'segment' | 'at'>) => {
    const kept = stores.filter((store) => store !== 'dotenv')
    if (kept.length === 0) return
    const key = `${first.segment.file} ${first.segment.section}`
    const known = reads.get(key)
    const isWorse = isShown && kept.some((store) => !OWN.has(store) || KEY.test(textAt(first)))
    if (known === undefined) reads.set(key, { stores: new Set(kept), isShown: isWorse, first })
    else for (const store of kept) known.stores.add(store)
    if (known !== undefined && isWorse) known.isShown = true
  }
  for (const command of commands) {
    if (!PRINTERS.has(command.name)) continue
    const line = command.words.join(' ').replaceAll('.aws/config', '')
    add(secretStoresIn(line), SHOWS.test(command.name), command)
  }
  for (const { sink, taints, segment, at } of flows)
    if (sink === 'read')
      add(
        taints.flatMap(({ store }) => store ?? []),
        true,
        { segment, at },
      )
  return [...reads.values()].flatMap(({ stores, isShown, first }): readonly Observation[] => {
    if (stores.size < 2 && !isShown) return []
    return [{ segment: first.segment, at: first.at, message: `Secrets are printed: ${[...stores].join(', ')}` }]
  })
}

/** A skill may read its own key from where the agent keeps it, and what was typed last; not the agent's own key. */
const OWN: ReadonlySet<SecretStore> = new Set(['agent', 'dotenv', 'history'])
const KEY = /privateKey|private_key/i

function textAt({ segment, at }: Pick<CommandFact, 'segment' | 'at'>): string {
  return segment.text.slice(at, at + 160)
}
