/** What openclaw (openclaw/openclaw) reads from a frontmatter: values, switches, and ways to install a program. */

import type { Comparison } from './comparison.js'

export interface ValueCase extends Comparison<Readonly<Record<string, unknown>>> {
  readonly text: string
}

const TYPED = 'we keep the type that YAML gives a value; a host gets true, 3 and a list, not their texts'

/** The fields that their test looks at; a field without a value is missing. */
export const VALUES: readonly ValueCase[] = [
  {
    name: 'a text over several lines',
    text: '---\nname: lamp\ndescription: |\n  red\n  green\n---\n',
    theirs: { name: 'lamp', description: 'red\ngreen' },
  },
  {
    name: 'JSON over several lines, with commas before its closing braces',
    text: '---\nname: lamp\nmetadata:\n  {\n    "openclaw":\n      {\n        "emoji": "bulb",\n        "events": ["lamp:on"],\n      },\n  }\n---\n',
    theirs: { metadata: { openclaw: { emoji: 'bulb', events: ['lamp:on'] } } },
  },
  {
    name: 'JSON on one line',
    text: '---\nname: lamp\nmetadata: {"openclaw": {"events": ["on"]}}\n---\n',
    theirs: { metadata: '{"openclaw": {"events": ["on"]}}' },
    ours: {
      says: { metadata: { openclaw: { events: ['on'] } } },
      because: 'JSON is YAML: a host gets the object, not a text that it has to parse',
    },
  },
  {
    name: 'booleans, numbers and lists',
    text: '---\nname: lamp\nenabled: true\nretries: 3\ntags:\n  - red\n  - green\n---\n',
    theirs: { enabled: 'true', retries: '3', tags: '["red","green"]' },
    ours: { says: { enabled: true, retries: 3, tags: ['red', 'green'] }, because: TYPED },
  },
  {
    name: 'nested mappings, with a colon inside a value',
    text: '---\nname: lamp\nmetadata:\n  openclaw:\n    events:\n      - lamp:on\n---\n',
    theirs: { metadata: { openclaw: { events: ['lamp:on'] } } },
  },
  { name: 'text without frontmatter', text: '# Lamp', theirs: {} },
  {
    name: 'a colon in a description',
    text: '---\nname: lamp\ndescription: Dims the light NOTE: only at night\n---',
    theirs: { description: 'Dims the light NOTE: only at night' },
  },
  {
    name: 'braces in a text over several lines',
    text: '---\nname: lamp\ndescription: |-\n  {warm light}\n---',
    theirs: { description: '{warm light}' },
  },
  {
    name: 'a mapping with a boolean',
    text: '---\nname: lamp\nmetadata:\n  openclaw: true\n---',
    theirs: { metadata: '{"openclaw":true}' },
    ours: { says: { metadata: { openclaw: true } }, because: TYPED },
  },
]

export interface SwitchCase
  extends Comparison<{ readonly userInvocable: boolean; readonly disableModelInvocation: boolean }> {
  readonly fields: string
}

/** Who may start a skill. */
export const SWITCHES: readonly SwitchCase[] = [
  {
    name: 'everybody may start a skill that says nothing',
    fields: '',
    theirs: { userInvocable: true, disableModelInvocation: false },
  },
  {
    name: 'yes and no as texts',
    fields: 'user-invocable: "no"\ndisable-model-invocation: "yes"\n',
    theirs: { userInvocable: false, disableModelInvocation: true },
  },
]

export interface InstallCase extends Comparison<readonly string[]> {
  readonly entry: Readonly<Record<string, string>>
}

/** What may be installed for a missing program: the kind, and what it names. */
export const INSTALLS: readonly InstallCase[] = [
  {
    name: 'a formula with a version',
    entry: { kind: 'brew', formula: 'python@3.12' },
    theirs: ['brew python@3.12'],
  },
  {
    name: 'a package of a scope with a version',
    entry: { kind: 'node', package: '@lamp/dimmer@1.2.3' },
    theirs: ['node @lamp/dimmer@1.2.3'],
  },
  {
    name: 'a module with a version',
    entry: { kind: 'go', module: 'lamp.example/tool/cmd@v1.2.3' },
    theirs: ['go lamp.example/tool/cmd@v1.2.3'],
  },
  {
    name: 'a Python package with an extra and a version',
    entry: { kind: 'uv', package: 'uvicorn[standard]==0.31.0' },
    theirs: ['uv uvicorn[standard]==0.31.0'],
  },
  {
    name: 'a download over https',
    entry: { kind: 'download', url: 'https://lamp.example/tool.tar.gz' },
    theirs: ['download https://lamp.example/tool.tar.gz'],
  },
  { name: 'an option behind a formula', entry: { kind: 'brew', formula: 'lamp --HEAD' }, theirs: [] },
  { name: 'a folder on the disk as a package', entry: { kind: 'node', package: 'file:../lamp' }, theirs: [] },
  { name: 'an address as a module', entry: { kind: 'go', module: 'https://lamp.example/mod' }, theirs: [] },
  {
    name: 'a download from the disk',
    entry: { kind: 'download', url: 'file:///tmp/lamp.tgz' },
    theirs: [],
  },
]
