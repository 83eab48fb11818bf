import type { Evidence } from '../evidence.js'
import { findAddresses } from '../facts/address.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-SC002',
  pattern: 'foreign package index',
  severity: 'warn',
  tags: ['AST02', 'CWE-829', 'T1195.001'],
  why: 'With another index every name means whatever that index says.',
  fix: 'Use the public index, or say whose index this is and why.',
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
  find: ({ commands }: Evidence) =>
    commands.flatMap(({ name, words, segment, at, text }): readonly Observation[] => {
      if (!/^(?:pip3?|npm|pnpm|yarn|bun|uv|uvx|npx|poetry|python3?|pipx|gem)$/.test(name)) return []
      const flag = words.findIndex((word) =>
        /^(?:(?:--(?:extra-)?index-url|--registry|--find-links|--index|--source)\b|(?:global\.|user\.)?(?:extra-)?index-url$|registry$)/.test(
          word,
        ),
      )
      const before =
        /\b(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|NPM_CONFIG_REGISTRY|npm_config_registry)=\S{1,200}/.exec(
          text,
        )?.[0]
      if (flag < 0 && before === undefined) return []
      const address = findAddresses(before ?? `${words[flag]} ${words[flag + 1] ?? ''}`)[0]
      if (
        address === undefined ||
        KNOWN.test(address.host) ||
        address.kind === 'loopback' ||
        address.kind === 'private'
      )
        return []
      return [
        {
          segment,
          at,
          severity: address.isPlain || address.kind === 'raw-ip' ? 'block' : 'warn',
          message: `Packages come from ${address.host}`,
        },
      ]
    }),
}

const KNOWN =
  /(?:^|\.)(?:pypi\.org|npmjs\.org|npmjs\.com|npmmirror\.com|pytorch\.org|tsinghua\.edu\.cn|aliyun\.com|mirrors\.aliyun\.com|tencent\.com|douban\.com|ustc\.edu\.cn|huaweicloud\.com|nvidia\.com|jsr\.io|pkg\.github\.com|anaconda\.com|anaconda\.org|googleapis\.com|pkg\.dev|amazonaws\.com|rubygems\.org|test\.pypi\.org|taobao\.org|github\.com|huggingface\.co)$/
