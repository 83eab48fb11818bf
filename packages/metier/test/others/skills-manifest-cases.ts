/** What a repository of plugins offers to the `skills` command (vercel-labs/skills). */

import { type Files, skillText } from '../support/temporary.js'
import { type OfferCase, skillsIn } from './skills-cases.js'

interface Plugin {
  readonly name?: string
  readonly source?: unknown
  readonly skills?: readonly string[]
}

function marketplace(plugins: readonly Plugin[], more: Readonly<Record<string, unknown>> = {}): Files {
  return { '.claude-plugin/marketplace.json': JSON.stringify({ ...more, plugins }) }
}

function pluginFile(content: Readonly<Record<string, unknown>>): Files {
  return { '.claude-plugin/plugin.json': JSON.stringify(content) }
}

const NO_PREFIX_NEEDED =
  'a path that stays inside the repository is read with and without ./ before it: leaving it out does no harm'

export const MANIFESTS: readonly OfferCase[] = [
  {
    name: 'a marketplace names a skill of a plugin; the skill has another name than its folder',
    files: {
      ...marketplace([{ name: 'tools', source: './plugins/tools', skills: ['./skills/saw'] }], {
        name: 'shed',
        owner: { name: 'Ada' },
      }),
      'plugins/tools/skills/saw/SKILL.md': skillText('band-saw'),
    },
    theirs: ['band-saw'],
  },
  {
    name: 'a common folder of all plugins',
    files: {
      ...marketplace([{ name: 'tools', source: 'tools', skills: ['./skills/saw'] }], {
        metadata: { pluginRoot: './plugins' },
      }),
      ...skillsIn('plugins/tools/skills/saw'),
    },
    theirs: ['saw'],
  },
  {
    name: 'the file of a single plugin',
    files: { ...pluginFile({ name: 'tools', skills: ['./skills/saw'] }), 'skills/saw/SKILL.md': skillText('band-saw') },
    theirs: ['band-saw'],
  },
  {
    name: 'a plugin of another repository',
    files: marketplace([{ name: 'tools', source: { source: 'github', repo: 'ada/shed' }, skills: ['./skills/saw'] }]),
    theirs: [],
  },
  { name: 'neither a manifest nor a skill', files: { 'README.md': 'x' }, theirs: [] },
  { name: 'a manifest that is not JSON', files: { '.claude-plugin/marketplace.json': 'saw, hammer' }, theirs: [] },
  {
    name: 'a skill that the manifest names, in a usual folder',
    files: { ...pluginFile({ skills: ['./skills/saw'] }), ...skillsIn('skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'several skills of several plugins',
    files: {
      ...marketplace([
        { name: 'metal', source: './metal', skills: ['./skills/anvil', './skills/file'] },
        { name: 'wood', source: './wood', skills: ['./skills/saw'] },
      ]),
      ...skillsIn('metal/skills/anvil', 'metal/skills/file', 'wood/skills/saw'),
    },
    theirs: ['anvil', 'file', 'saw'],
  },
  {
    name: 'a plugin without a folder of its own',
    files: { ...marketplace([{ name: 'tools', skills: ['./skills/saw'] }]), ...skillsIn('skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'a plugin that names no skills',
    files: { ...pluginFile({ name: 'tools', description: 'Of the shed' }), ...skillsIn('skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'a plugin with an empty list of skills',
    files: { ...pluginFile({ name: 'tools', skills: [] }), ...skillsIn('skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'a plugin of a marketplace that names no skills',
    files: { ...marketplace([{ name: 'tools', source: './tools' }]), ...skillsIn('tools/skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'skills that are named, and others in the usual folder of the same plugin',
    files: {
      ...marketplace([{ name: 'tools', source: './tools', skills: ['./rare/lathe'] }]),
      ...skillsIn('tools/rare/lathe', 'tools/skills/saw'),
    },
    theirs: ['lathe', 'saw'],
  },
  {
    name: 'paths that lead out of the repository',
    files: {
      ...marketplace([
        { source: '../outside', skills: ['./secret'] },
        { source: 'tools', skills: ['../../outside/secret'] },
      ]),
      ...skillsIn('tools/skills/saw', '../outside/secret'),
    },
    theirs: ['saw'],
  },
  {
    name: 'absolute paths',
    files: { ...pluginFile({ skills: ['/etc/hosts', '/tmp/lathe'] }), ...skillsIn('skills/saw') },
    theirs: ['saw'],
  },
  {
    name: 'a common folder without ./ before it',
    files: {
      ...marketplace([{ source: './tools', skills: ['./rare/lathe'] }], { metadata: { pluginRoot: 'own' } }),
      ...skillsIn('own/tools/rare/lathe', 'skills/saw'),
    },
    theirs: ['saw'],
    ours: { says: ['lathe', 'saw'], because: NO_PREFIX_NEEDED },
  },
  {
    name: 'the folder of a plugin without ./ before it',
    files: {
      ...marketplace([
        { source: 'metal', skills: ['./skills/anvil'] },
        { source: './wood', skills: ['./skills/saw'] },
      ]),
      ...skillsIn('metal/skills/anvil', 'wood/skills/saw'),
    },
    theirs: ['saw'],
    ours: { says: ['anvil', 'saw'], because: NO_PREFIX_NEEDED },
  },
  {
    name: 'a skill without ./ before it',
    files: {
      ...pluginFile({ skills: ['metal/anvil', './wood/plane'] }),
      ...skillsIn('metal/anvil', 'wood/plane', 'skills/saw'),
    },
    theirs: ['plane', 'saw'],
    ours: { says: ['anvil', 'plane', 'saw'], because: NO_PREFIX_NEEDED },
  },
]
