import { isOutside } from '../chains.js'
import type { Evidence } from '../evidence.js'
import { findAddresses, type WebAddress } from '../facts/address.js'
import { isBelow } from '../facts/domain.js'
import { registryDomains } from '../facts/registries.js'
import type { CommandFact } from '../flow/shell/shell-state.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC002',
  pattern: 'foreign package index',
  severity: 'warn',
  tags: ['AST02', 'CWE-829', 'T1195.001'],
  why: 'With another index, a package name means whatever that index says.',
  fix: 'Use the public index, or say whose index this is and why.',
  raisedWhen: 'the address has no name or no protection, or its packages are run',
  examples: {
    positive: [
      '```bash\npip install tool --index-url https://packages.example.net/simple/\n```\n',
      '```bash\nnpm install x --registry https://npm.example.net\n```\n',
      '```bash\nnpm config set registry https://npm.example.net/\n```\n',
      '```bash\nPIP_INDEX_URL=https://pypi.example.net/simple pip install tool\n```\n',
    ],
    negative: [
      '```bash\npip install torch --index-url https://download.pytorch.org/whl/cpu\n```\n',
      '```bash\nnpm install x --registry https://registry.npmmirror.com\n```\n',
      '```bash\npip install x -i https://pypi.tuna.tsinghua.edu.cn/simple\n```\n',
    ],
  },
  find: ({ commands }: Evidence) => commands.flatMap(judge),
}

const MANAGERS = /^(?:pip3?|npm|pnpm|yarn|bun|uv|uvx|npx|poetry|python3?|pipx|gem)$/
const OPTION =
  /^(?:(?:--(?:extra-)?index-url|--registry|--find-links|--index|--source)\b|(?:global\.|user\.)?(?:extra-)?index-url$|registry$)/
const VARIABLE =
  /\b(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|npm_config_registry)=\S{1,200}/

function judge(command: CommandFact): readonly Observation[] {
  const address = MANAGERS.test(command.name) ? indexOf(command) : undefined
  if (address === undefined || isBelow(address.host, KNOWN) || !isOutside(address)) return []
  const { segment, at } = command
  // A runner executes the package right away.
  const isRun = /^(?:npx|uvx|bunx)$/.test(command.name) && address.kind === 'other'
  const severity = address.isPlain || address.kind === 'raw-ip' || isRun ? 'block' : 'warn'
  return [
    {
      segment,
      at,
      severity,
      message: `Installs packages from ${address.host}`,
    },
  ]
}

/** The origin of packages, from an option or a variable before the command. */
function indexOf({ words, text }: CommandFact): WebAddress | undefined {
  const flag = words.findIndex((word) => OPTION.test(word))
  const before = VARIABLE.exec(text)?.[0]
  if (flag < 0 && before === undefined) return undefined
  return findAddresses(before ?? `${words[flag]} ${words[flag + 1] ?? ''}`)[0]
}

const KNOWN: ReadonlySet<string> = new Set([
  ...registryDomains(),
  ...'pytorch.org tsinghua.edu.cn aliyun.com mirrors.aliyun.com tencent.com douban.com ustc.edu.cn huaweicloud.com nvidia.com pkg.github.com anaconda.com anaconda.org googleapis.com pkg.dev amazonaws.com taobao.org github.com huggingface.co'.split(
    ' ',
  ),
])
