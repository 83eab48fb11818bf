/** A tree with something of everything that can lie below a root. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Root } from '../../src/registry/root.js'
import { linkTo, skillText, temporaryFolder } from './temporary.js'

export function variedRoots(): readonly Root[] {
  const elsewhere = temporaryFolder({ 'linked/SKILL.md': skillText('linked'), 'group/one/SKILL.md': skillText('one') })
  const project = temporaryFolder({
    'pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
    '@owner/weather/SKILL.md': skillText('weather'),
    'a/b/c/deep/SKILL.md': skillText('deep'),
    'a/same/SKILL.md': skillText('pdf', 'loses to the shallower'),
    'other-name/SKILL.md': skillText('mismatch'),
    'requirements/SKILL.md':
      '---\nname: requirements\ndescription: Needs things\nmetadata: {openclaw: {emoji: 🚀, requires: {bins: [git, gh], env: [TOKEN]}, os: [linux]}}\n---\nBody\n',
    'requirements-too/SKILL.md':
      '---\nname: requirements-too\ndescription: Needs the same\nmetadata: {openclaw: {requires: {bins: [git, gh], env: [TOKEN]}, os: [linux]}}\n---\nBody\n',
    'switched/SKILL.md':
      '---\nname: switched\ndescription: x\nuser-invocable: false\ndisable-model-invocation: true\n---\nBody\n',
    '数据/SKILL.md': '---\nname: 数据\ndescription: 处理数据 – für alle 🚀\ntags: [ä]\n---\nBody\n',
    'returns/SKILL.md': '---\r\nname: returns\r\ndescription: x\r\nversion: 1.0\r\n---\r\nBody\r\n',
    'marked/SKILL.md': `\ufeff${skillText('marked')}`,
    'repaired/SKILL.md': '---\nname: repaired\ndescription: Use when: needed\n---\nBody\n',
    'anchors/SKILL.md': '---\nname: anchors\ndescription: &d x\nlicense: *d\n---\nBody\n',
    'prose/SKILL.md': '# Prose\n\nOnly words.\n',
    'long/SKILL.md': `---\nname: long\ndescription: x\nlicense: ${'x'.repeat(9000)}\n---\nBody\n`,
    'empty/SKILL.md': '',
    'unclosed/SKILL.md': '---\nname: x\n',
    'latin/SKILL.md': new Uint8Array([
      ...Buffer.from('---\nname: latin\ndescription: caf'),
      0xe9,
      0xe9,
      10,
      45,
      45,
      45,
      10,
    ]),
    'large/SKILL.md': skillText('large', 'x', 'x'.repeat(1024 * 1024)),
    'spelled/skill.md': skillText('spelled'),
    'folder/SKILL.md/': '',
    'inside/main.md': skillText('inside'),
    'inside/SKILL.md': linkTo('main.md'),
    'outside/SKILL.md': linkTo('../pdf/SKILL.md'),
    'broken/SKILL.md': linkTo('missing'),
    'two\nlines/SKILL.md': '---\ndescription: x\n---\n',
    nowhere: linkTo('/does/not/exist'),
    loop: linkTo('.'),
    linked: linkTo(join(elsewhere, 'linked')),
    group: linkTo(join(elsewhere, 'group')),
    'README.md': 'x',
    'nothing/': '',
  })
  execFileSync('mkdir', [join(project, 'pipe')])
  execFileSync('mkfifo', [join(project, 'pipe/SKILL.md')])
  const personal = temporaryFolder({
    'pdf/SKILL.md': skillText('pdf', 'loses to the project’s'),
    'own/SKILL.md': skillText('own'),
  })
  return [
    { path: project, scope: 'project', isExplicit: true },
    { path: personal, scope: 'personal', isExplicit: false },
    { path: temporaryFolder({ 'SKILL.md': skillText('whole') }), scope: 'personal', isExplicit: true },
    { path: join(personal, 'missing'), scope: 'personal', isExplicit: true },
  ]
}
