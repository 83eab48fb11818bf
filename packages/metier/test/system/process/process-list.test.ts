/** What a program started, as the lists of other systems tell it. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { listDescendants } from '../../../src/system/process/process-group.js'
import { findDescendants, findMarked, readProcessList } from '../../../src/system/process/process-list.js'

const LIST = `    1     0
  310     1
  400   310
  401   400
  402   400
  500   401
  900     1
`

describe('the list of parents', () => {
  test('is read line by line; what is no pair of numbers is left out', () => {
    expect(readProcessList('  PID  PPID\n    1     0\n\n 12 1 \n7\n')).toEqual([
      { pid: 1, parent: 0 },
      { pid: 12, parent: 1 },
    ])
  })

  test('gives children and their children, and nobody else', () => {
    expect([...findDescendants(400, readProcessList(LIST))].sort()).toEqual([401, 402, 500])
    expect(findDescendants(900, readProcessList(LIST))).toEqual([])
    expect(findDescendants(12345, readProcessList(LIST))).toEqual([])
  })

  test('may have circles', () => {
    expect([...findDescendants(1, readProcessList('2 1\n3 2\n1 3\n2 3\n'))].sort()).toEqual([2, 3])
  })
})

describe('the list of variables', () => {
  const entry = 'METIER_CALL=7-1-abc'

  test.each([
    ['a program with it', `  12 node x.js PATH=/bin ${entry} LANG=C`, [12]],
    ['at the end', `12 node ${entry}`, [12]],
    ['one whose mark only begins alike', `12 node ${entry}d`, []],
    ['one whose other variable ends alike', `12 node X${entry}`, []],
    ['no number', `node ${entry}`, []],
    ['nothing', '', []],
  ])('%s', (_, line, expected) => {
    expect(findMarked(`1 launchd\n${line}\n`, entry)).toEqual(expected)
  })
})

test.skipIf(process.platform === 'win32')('a descendant in a group of its own is found by its parents', async () => {
  const script =
    "const c = require('node:child_process').spawn('sleep', ['600'], { detached: true }); console.log(c.pid)"
  const parent = spawn(process.execPath, ['-e', script], { detached: true })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = Number(line.toString('utf8'))
  const found = await listDescendants(parent.pid ?? 0)
  process.kill(child, 'SIGKILL')
  parent.kill('SIGKILL')
  expect(found).toEqual([child])
})
