/** The question before a call: everything that the user says yes to, and nothing that hides it. */

import { expect, test } from 'vitest'
import { describePermission, type PermissionRequest } from '../../../src/workspace.js'

const CALL: PermissionRequest = {
  action: 'call_tool',
  tool: 'shout',
  category: 'execute',
  skill: 'words',
  message: "Call 'shout' (execute) of skill 'words'",
}

test('it names the call, the program and each value of the input on a line of its own', () => {
  const params = { text: 'hello\nworld', options: { loud: true, times: [2, 3] } }
  expect(describePermission({ ...CALL, command: ['node', 'scripts/shout.mjs', 'a b'], params }).split('\n')).toEqual([
    "Call 'shout' (execute) of skill 'words'",
    "Command: node scripts/shout.mjs 'a b'",
    'Input:',
    '  text: "hello\\nworld"',
    '  options.loud: true',
    '  options.times.0: 2',
    '  options.times.1: 3',
  ])
})

test('a call without input is one line', () => {
  expect(describePermission({ ...CALL, params: {} })).toBe(CALL.message)
})

test('a long value is cut in the middle, and the line says by how much', () => {
  const [, line = ''] = describePermission({ ...CALL, params: { text: 'x'.repeat(5_000) } }).split('\n')
  expect(line).toMatch(/^Input: text: "x+ … \(4002 characters left out\) … x+"$/)
})

test('the command of a server that would start is in the message only', () => {
  const message = "Start server 'notes' of skill 'words': node server.mjs"
  const request = { ...CALL, action: 'start_server', command: ['node', 'server.mjs'], message } as const
  expect(describePermission(request)).toBe(message)
})

test('nothing of it moves the cursor or reorders text', () => {
  const hostile = 'a\u001b[2Kb\u202ec'
  const text = describePermission({ ...CALL, message: hostile, command: [hostile], params: { [hostile]: hostile } })
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
})
