/** `allowed-tools` lets single, simple commands pass, and cannot be talked into more. */

import { describe, expect, test } from 'vitest'
import { splitSimpleCommand } from '../../../src/skill/command/simple-command.js'
import { isPreapproved } from '../../../src/workspace/permission/preapproval.js'

const GIT = ['Read', 'mcp__github__*', 'Bash(git:*)', 'Bash(npm run test *)', 'Bash(ls -la)']

function isFree(tool: string, command?: string): boolean {
  return isPreapproved(GIT, tool, command === undefined ? {} : { command })
}

describe('passes', () => {
  test.each([
    ['Read', undefined],
    ['mcp__github__search', undefined],
    ['Bash', 'git status'],
    ['Bash', '  git   log --oneline  '],
    ['Bash', 'git commit -m "a message; with | signs & more"'],
    ['Bash', "git commit -m 'costs $5 `really`'"],
    ['Bash', "'git' status"],
    ['Bash', 'git'],
    ['Bash', 'npm run test --watch'],
    ['Bash', 'ls -la'],
    ['Bash', 'git log --format=%H --author=Jürgen'],
  ])('%s %s', (tool, command) => {
    expect(isFree(tool, command)).toBe(true)
  })
})

describe('is asked for', () => {
  test.each([
    ['an unknown tool', 'Write', undefined],
    ['a name that only begins like it', 'Reader', undefined],
    ['no command', 'Bash', undefined],
    ['another program', 'Bash', 'rm -rf /'],
    ['a longer name', 'Bash', 'gitx status'],
    ['a name in pieces', 'Bash', 'gi""tx status'],
    ['a path to another program', 'Bash', './git status'],
    ['a variable before it', 'Bash', 'GIT_PAGER=evil git log'],
    ['two commands', 'Bash', 'git status; rm -rf /'],
    ['and', 'Bash', 'git status && rm -rf /'],
    ['or', 'Bash', 'git status || rm -rf /'],
    ['a pipe', 'Bash', 'git status | sh'],
    ['in the background', 'Bash', 'git status & rm -rf /'],
    ['a line break', 'Bash', 'git status\nrm -rf /'],
    ['a carriage return', 'Bash', 'git status\rrm -rf /'],
    ['a substitution', 'Bash', 'git$(rm -rf /)'],
    ['a substitution in quotes', 'Bash', 'git commit -m "$(rm -rf /)"'],
    ['backticks', 'Bash', 'git `rm -rf /`'],
    ['backticks in quotes', 'Bash', 'git commit -m "`rm -rf /`"'],
    ['a variable', 'Bash', 'git $EVIL'],
    ['a redirection', 'Bash', 'git log > /etc/passwd'],
    ['an appended redirection', 'Bash', 'git log>>x'],
    ['a here document', 'Bash', 'git apply <<EOF'],
    ['a process substitution', 'Bash', 'git diff <(rm x)'],
    ['a group', 'Bash', '(git status)'],
    ['braces', 'Bash', 'git {status,rm}'],
    ['an escape', 'Bash', 'git status \\; rm'],
    ['an escaped line break', 'Bash', 'git status \\\nrm'],
    ['an escape in quotes', 'Bash', 'git commit -m "a\\"; rm -rf /; \\""'],
    ['an open quote', 'Bash', "git commit -m 'x"],
    ['an open double quote', 'Bash', 'git commit -m "x'],
    ['a dollar quote', 'Bash', "git $'\\x3b' rm"],
    ['history', 'Bash', 'git !!'],
    ['a comment', 'Bash', 'git status # rm'],
    ['a glob', 'Bash', 'git add *'],
    ['a blank that is none', 'Bash', 'git\u00a0status'],
    ['a zero byte', 'Bash', 'git status\0'],
    ['a wide semicolon', 'Bash', 'git status； rm'],
    ['more than an exact command', 'Bash', 'ls -la /root'],
    ['less than an exact command', 'Bash', 'ls'],
    ['a script that only begins like it', 'Bash', 'npm run tester'],
    ['nothing', 'Bash', ''],
  ])('%s', (_, tool, command) => {
    expect(isFree(tool, command)).toBe(false)
  })

  test('a command that is no text, or inherited', () => {
    expect(isPreapproved(GIT, 'Bash', { command: ['git', 'status'] })).toBe(false)
    expect(isPreapproved(GIT, 'Bash', Object.create({ command: 'git status' }))).toBe(false)
    expect(isPreapproved(GIT, 'Bash', null)).toBe(false)
  })

  test.each(['*', '**', '*(git:*)', 'Bash(*)', 'Bash(:*)', 'Bash()', 'Bash(g*t:*)', 'Bash(git:*', 'Read(./src/**)'])(
    'what the pattern %s may have meant',
    (pattern) => {
      for (const tool of ['Bash', 'Read']) {
        expect(isPreapproved([pattern], tool, { command: 'git status', file: './src/a' })).toBe(false)
      }
    },
  )
})

test('words are what a shell would make of them', () => {
  expect(splitSimpleCommand(`git commit -m 'a b' --x="c d"e ''`)).toEqual([
    'git',
    'commit',
    '-m',
    'a b',
    '--x=c de',
    '',
  ])
})
