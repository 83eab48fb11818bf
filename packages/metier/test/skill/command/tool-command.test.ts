/** What a command of a skill may start, and which of its arguments are files of the skill. */

import { describe, expect, test } from 'vitest'
import { pathInSkill, readCommand } from '../../../src/skill/command/tool-command.js'

const FILES: Readonly<Record<string, 'file' | 'folder'>> = {
  '': 'folder',
  bin: 'folder',
  'bin/run': 'file',
  scripts: 'folder',
  'scripts/x.py': 'file',
  'scripts/hook.mjs': 'file',
  'server.mjs': 'file',
}
const files = { kindOf: (path: string) => FILES[path] }

function read(words: readonly string[], cwd: 'skill' | 'workdir' = 'skill', hasFields = true) {
  return readCommand(words, { files, cwd, hasFields })
}

/** The command with the skill at `/s`. */
function shown(words: readonly string[], cwd: 'skill' | 'workdir' = 'skill') {
  const { parts, problems } = read(words, cwd)
  expect(problems).toEqual([])
  return parts.map((part) =>
    part.kind === 'text' ? part.text : part.kind === 'field' ? `<${part.field}>` : `${part.before}/s/${part.path}`,
  )
}

describe('files of the skill become real paths, wherever the program runs', () => {
  test.each([
    [
      ['python3', 'scripts/x.py'],
      ['python3', '/s/scripts/x.py'],
    ],
    [['./bin/run'], ['/s/bin/run']],
    [
      ['{skill}/bin/run', '{skill}/scripts'],
      ['/s/bin/run', '/s/scripts'],
    ],
    [
      ['node', '--import', './scripts/hook.mjs', 'server.mjs'],
      ['node', '--import', '/s/scripts/hook.mjs', '/s/server.mjs'],
    ],
    [
      ['node', '--import=./scripts/hook.mjs', 'server.mjs'],
      ['node', '--import=/s/scripts/hook.mjs', '/s/server.mjs'],
    ],
    [
      ['python3', '-W', 'ignore', '-u', 'scripts/x.py', '{file}'],
      ['python3', '-W', 'ignore', '-u', '/s/scripts/x.py', '<file>'],
    ],
    [
      ['env', '-i', 'A=1', 'python3', 'scripts/../scripts/x.py'],
      ['env', '-i', 'A=1', 'python3', '/s/scripts/x.py'],
    ],
    [
      ['uv', 'run', 'scripts/x.py', 'sub'],
      ['uv', 'run', '/s/scripts/x.py', 'sub'],
    ],
    [
      ['sh', '-euo', 'pipefail', '{skill}/bin/run'],
      ['sh', '-euo', 'pipefail', '/s/bin/run'],
    ],
  ])('%j', (words, expected) => {
    expect(shown(words)).toEqual(expected)
    expect(shown(words, 'workdir')).toEqual(expected)
  })
})

describe('what is no file stays as it is', () => {
  test.each([
    [['npx', '-y', '@scope/server@1.2.3', '--url', 'https://example.com/a/../b']],
    [['git', 'log', 'HEAD~1..HEAD', '--format=%h']],
    [['sh', '-c', '. ../../anything; cat /etc/passwd']],
    [['node', '-e', "require('../x')"]],
    [['python3', '--version']],
    [['jq', '.a/.b', '/dev/stdin']],
    [['curl', '-H', 'Accept: application/json', 'https://example.com']],
    [['grep', '\\d+', '.']],
  ])('%j', (words) => {
    expect(shown(words)).toEqual(words)
  })
})

describe('what the approval does not cover is refused, at its word', () => {
  test.each([
    [['/usr/bin/python3', 'scripts/x.py'], 0],
    [['../../bin/tool'], 0],
    [['bin/missing'], 0],
    [['{program}'], 0],
    [['python3', '../../../build/x.py'], 1],
    [['python3', 'scripts/../../x.py'], 1],
    [['python3', 'missing.py'], 1],
    [['python3', '{file}'], 1],
    [['python3', '{option}', 'scripts/x.py'], 1],
    [['python3', '--', '{file}'], 2],
    [['python3', 'a=scripts/x.py'], 1],
    [['sh'], 0],
    [['sh', '-s'], 1],
    [['python3', '-'], 1],
    [['node', 'https://example.com/x'], 1],
    [['node', '-r', 'dotenv/config', 'server.mjs'], 2],
    [['env', 'python3', '../x.py'], 2],
    [['env', '-S', 'python3 x.py'], 1],
    [['env', 'PATH=bin', 'python3', 'scripts/x.py'], 1],
    [['env', 'PYTHONPATH=lib:../x', 'python3', 'scripts/x.py'], 1],
    [['uv', 'run', 'build/x.py'], 2],
    [['prog', '--plugin=../x'], 1],
    [['prog', '--plugin=/tmp/x.so'], 1],
    [['prog', '-I../lib'], 1],
    [['prog', '~/x'], 1],
    [['prog', 'file:///tmp/x'], 1],
    [['prog', '@../arguments'], 1],
    [['prog', 'C:\\x'], 1],
    [['prog', '..\\x'], 1],
    [['prog', '{skill}/../x'], 1],
    [['prog', '{skill}/missing'], 1],
  ])('%j', (words, at) => {
    expect(read(words).problems[0]?.at).toBe(at)
    expect(read(words, 'workdir').problems[0]?.at).toBe(at)
  })

  test('with cwd: workdir, what python imports from there', () => {
    for (const words of [
      ['python3', '-m', 'pkg'],
      ['python3', '-c', 'import json'],
      ['python3', '-mpkg'],
    ]) {
      expect(read(words).problems).toEqual([])
      expect(read(words, 'workdir').problems).toMatchObject([{ message: expect.stringContaining('-I') }])
    }
    expect(read(['python3', '-I', '-m', 'pkg'], 'workdir').problems).toEqual([])
  })

  test('with cwd: workdir, a script that only the project could have', () => {
    expect(read(['uv', 'run', 'x.py']).problems).toEqual([])
    expect(read(['uv', 'run', 'x.py'], 'workdir').problems).toMatchObject([{ at: 2 }])
  })
})

test('a server has no fields: its braces are text', () => {
  expect(read(['prog', '{x}'], 'skill', false).parts[1]).toMatchObject({ kind: 'text', text: '{x}' })
})

test.each([
  ['a/./b//c', 'a/b/c'],
  ['{skill}', ''],
  ['{skill}/a', 'a'],
  ['a/../..', undefined],
  ['/a', undefined],
])('the path of %j below the skill is %j', (text, expected) => {
  expect(pathInSkill(text)).toBe(expected)
})
