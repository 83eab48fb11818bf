import { expect, test } from 'vitest'
import { CATEGORIES } from '../../../src/skill/policy-rule.js'
import { profileOf, SERVER_PROFILE } from '../../../src/workspace/sandbox/profile.js'
import { findWorkdirObjection } from '../../../src/workspace/sandbox/shown-workdir.js'

test('the profile follows the category: only network has the network, only read cannot write, none has a home', () => {
  expect(CATEGORIES.map((category) => [category, ...Object.values(profileOf(category))])).toEqual([
    ['read', 'read', false, 'none'],
    ['write', 'write', false, 'none'],
    ['execute', 'write', false, 'none'],
    ['network', 'write', true, 'none'],
  ])
  expect(SERVER_PROFILE).toEqual({ workdir: 'write', hasNetwork: true, home: 'lasting' })
})

test.each([
  ['/home/ada/project', undefined],
  ['/tmp/work', undefined],
  ['/srv/work', undefined],
  ['/home/ada', 'it contains your home directory'],
  ['/home', 'it contains your home directory'],
  ['/', 'it contains your home directory'],
  ['/tmp', 'it contains /tmp'],
  ['/etc', 'it contains /etc'],
  ['/etc/ssl', 'it contains /etc'],
  ['/proc/1', 'it contains /proc'],
  ['/home/ada/.metier/homes', "it is part of Metier's own data"],
  ['/home/ada/.cache/metier', "it is part of Metier's own data"],
  ['/home/ada/.ssh', 'it contains keys'],
  ['/home/ada/.config/gh/x', 'it contains keys'],
  ['/home/ada/.config/nvim', undefined],
  ['/home/ada/.config', 'it contains keys'],
  ['/home/ada/.local/share', 'it contains keys'],
  ['/home/ada/.claude', "it contains an agent's configuration"],
  ['/home/ada/.claude/projects/x', "it contains an agent's configuration"],
  ['/home/ada/.config/opencode', "it contains an agent's configuration"],
  ['/home/ada/.claude/skills/pdf', undefined],
  ['/home/ada/.deepagents/own/skills', undefined],
  ['/home/ada/.claude-notes', undefined],
])('the working directory %s: %s', (workdir, objection) => {
  const places = { data: '/home/ada/.metier', cache: '/home/ada/.cache/metier' }
  expect(findWorkdirObjection(workdir, places, ['/home/ada'])).toBe(objection)
})
