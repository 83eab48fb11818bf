/** What a command can do at least, whatever its tool declares. */
import { describe, expect, test } from 'vitest'
import { categoryOfCommand, effectiveCategory } from '../../../src/skill/command/command-category.js'

describe('a command that runs its input executes', () => {
  test.each([
    [['bash', '-c', '{command}']],
    [['bash', '-c', 'set -e; {command}']],
    [['sh', '-c', 'eval "$1"', '_', '{command}']],
    [['python3', '-c', 'print({expression})']],
    [['sudo', 'python3', '-c', '{code}']],
    [['env', 'LANG=C', 'node', '-e', '{code}']],
    [['timeout', '10', 'perl', '-e', '{code}']],
    [['pwsh', '-Command', '{command}']],
    [['ssh', 'host.example.com', '{command}']],
    [['ssh', '-o', 'BatchMode=yes', 'root@{host}', '{query}']],
    [['docker', 'exec', 'box', '{command}']],
    [['kubectl', 'exec', 'pod', '--', '{command}']],
    [['xargs', '{command}']],
    [['npx', '{package}']],
    [['{program}', 'x']],
    [['/bin/bash', '-c', '{command}']],
    [['/usr/bin/env', '/usr/bin/python3', '-c', '{code}']],
    [['python3', '-m', '{module}']],
    [['awk', '-F', ',', '{program}', 'data.csv']],
    [['gawk', '-e', '{program}']],
    [['sed', '-n', '{program}', 'notes.txt']],
    [['find', '.', '-exec', '{command}', ';']],
    [['git', '-c', 'core.pager={command}', 'log']],
    [['tar', '--to-command={command}', '-xf', 'a.tar']],
    [['deno', 'eval', '{code}']],
    [['nsenter', '-t', '1', '{command}']],
    [['cmd', '/c', '{command}']],
  ])('%j', (words) => {
    expect(categoryOfCommand(words)).toBe('execute')
    expect(effectiveCategory('read', words)).toBe('execute')
  })
})

test.each([
  [['grep', '-rn', '{pattern}', '{folder}'], 'read'],
  [['python3', 'scripts/extract.py', '{file}'], 'read'],
  [['jq', '{filter}', '{file}'], 'read'],
  [['awk', '{print}', '{file}'], 'read'],
  [['awk', '-F,', '/a/{print}', '{file}'], 'read'],
  [['sed', '-n', '/a/p', '{file}'], 'read'],
  [['sed', '-f', 'list.sed', '{file}'], 'read'],
  [['find', '{folder}', '-name', '{pattern}'], 'read'],
  [['git', 'log', '{branch}'], 'read'],
  [['sh', '-c', 'wc -l < data.csv'], 'read'],
  [['exiftool', '-csv', '{folder}'], 'read'],
  [['journalctl', '-u', '{service}', '-n', '{lines}'], 'read'],
  [['curl', '-s', 'https://api.example.com/{id}'], 'network'],
  [['sh', '-c', 'cat notes.txt | nc host.example.com 9000'], 'network'],
  [['rm', '-r', 'build'], 'write'],
  [['sed', '-i', 's/a/b/', '{file}'], 'write'],
  [['sh', '-c', 'ls && rm -rf build'], 'write'],
  [['/bin/sh', '-c', 'ls && rm -rf build'], 'write'],
  [['sudo', 'ls'], 'execute'],
] as const)('%j is %s', (words, category) => {
  expect(categoryOfCommand(words)).toBe(category)
})

test('a higher declaration stands, and none at all is execute', () => {
  expect(effectiveCategory('network', ['rm', 'x'])).toBe('network')
  expect(effectiveCategory(undefined, ['ls'])).toBe('execute')
})
