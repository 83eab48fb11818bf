import { severityOfInstaller } from '../conclusions/installers.js'
import type { Evidence } from '../evidence.js'
import { findAddresses, type WebAddress } from '../facts/address.js'
import type { CommandFact } from '../flow/shell/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-RX009',
  pattern: 'stranger repository run',
  severity: 'warn',
  tags: ['AST02', 'CWE-494', 'T1195.002'],
  why: 'A repository on a host that is not a known code host is cloned, and its code is built or run right away. Its owner can change it at any time.',
  fix: 'Install a published package with a version, or pin a commit and review it.',
  raisedWhen: 'it runs with sudo',
  examples: {
    positive: [
      '```bash\ngit clone https://git.stranger.example.net/tool /tmp/tool\nsudo make -C /tmp/tool install\n```\n',
      '```bash\ngit clone https://code.stranger.example.net/x/helper.git\ncd helper && ./install.sh\n```\n',
    ],
    negative: [
      '```bash\ngit clone https://github.com/pallets/flask\ncd flask && pip install -e .\n```\n',
      '```bash\ngit clone https://git.stranger.example.net/notes\ncd notes && ls\n```\n',
      '```bash\ngit clone git@git.company.internal:team/app.git\nmake -C app test\n```\n',
    ],
  },
  find: (evidence) => evidence.commands.flatMap((command) => judge(command, evidence)),
}

const BUILDS =
  /^(?:make|cmake|ninja|sh|bash|zsh|source|\.|python3?|node|npm|pnpm|yarn|pip3?|pipx|uv|cargo|go|docker|\.?\/?[\w./-]{0,80}(?:install|setup|bootstrap|run)[\w.-]{0,20}(?:\.sh|\.py)?)$/

function judge(command: CommandFact, evidence: Evidence): readonly Observation[] {
  const clone = command.name === 'git' && command.words[0] === 'clone' ? cloneOf(command) : undefined
  if (clone === undefined || severityOfInstaller(clone.address, evidence) !== 'block') return []
  const run = evidence.commands.find(
    (other) => other.segment === command.segment && other.at > command.at && isIn(other, clone.folder),
  )
  if (run === undefined) return []
  const isRoot = /\bsudo\b/.test(command.segment.text.slice(Math.max(0, run.at - 12), run.end))
  const message = `Runs what is in a repository on ${clone.address.host}`
  return [{ segment: command.segment, at: command.at, severity: isRoot ? 'block' : 'warn', message }]
}

interface Clone {
  readonly address: WebAddress
  readonly folder: string
}

function cloneOf({ words }: CommandFact): Clone | undefined {
  const at = words.findIndex((word) => word.includes('://'))
  const address = findAddresses(words[at] ?? '')[0]
  if (address === undefined) return undefined
  const named = words.slice(at + 1).find((word) => !word.startsWith('-'))
  const own = address.path.replace(/\/$/, '').replace(/\.git$/, '')
  return { address, folder: named ?? own.slice(own.lastIndexOf('/') + 1) }
}

/** Something is built or run there; commands after `cd` are taken to be. */
function isIn({ name, words, segment, at }: CommandFact, folder: string): boolean {
  if (folder === '' || !BUILDS.test(name)) return false
  const isEntered = segment.text.slice(0, at).includes(`cd ${folder}`)
  return isEntered || name.includes(folder) || words.some((word) => word.includes(folder))
}
