import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines } from '../../../src/store/versions/line-diff.js'
import { findProgram, needs } from '../../support/programs.js'
import { temporaryFolder } from '../../support/temporary.js'

const PATCH = findProgram('patch')
const withPatch = test.skipIf(PATCH === undefined)

describe('the difference of two texts', () => {
  test('is empty where they are equal', () => {
    expect(diffLines('a\nb\n', 'a\nb\n')).toBe('')
  })

  test('shows what goes and what comes, with the lines around it', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9', ''].join('\n')
    expect(diffLines(before, before.replace('5', 'five'))).toBe('@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n')
  })

  test('shows places that are far apart by themselves', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`)
    const changed = lines.with(2, 'x').with(25, 'y')
    expect(diffLines(lines.join('\n'), changed.join('\n')).match(/^@@/gm)).toHaveLength(2)
  })

  test.each([
    ['', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
    ['a\nb\n', '', '@@ -1,2 +0,0 @@\n-a\n-b\n'],
    ['a\nb\n', 'a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n'],
  ])('from %j to %j counts the lines of both', (before, after, difference) => {
    expect(diffLines(before, after)).toBe(difference)
  })

  withPatch('is what the program patch takes, however the texts end', needs('patch'), () => {
    const [folder, lines] = [temporaryFolder(), fc.array(fc.constantFrom('a', 'b', '', '-'), { maxLength: 24 })]
    const ended = fc.tuple(lines, fc.boolean()).map(([all, isEnded]) => all.join('\n') + (isEnded ? '\n' : ''))
    fc.assert(
      fc.property(ended, ended, (before, after) => {
        writeFileSync(join(folder, 'file'), before)
        const input = `--- file\n+++ file\n${diffLines(before, after)}`
        if (before !== after) execFileSync(PATCH ?? '', ['--quiet', '--fuzz=0', 'file'], { cwd: folder, input })
        // The program removes a file of which nothing is left.
        const patched = existsSync(join(folder, 'file')) ? readFileSync(join(folder, 'file'), 'utf8') : ''
        expect(patched).toBe(after)
      }),
      { numRuns: 60 },
    )
  })

  test('law: the old lines with those that come are the new lines with those that go', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const edits = diffLines(`${before.join('\n')}\n`, `${after.join('\n')}\n`)
          .split('\n')
          .slice(0, -1)
        const removed = edits.filter((line) => line.startsWith('-')).map((line) => line.slice(1))
        const added = edits.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
        expect(count([...before, ...added])).toEqual(count([...after, ...removed]))
      }),
    )
  })

  test('of texts that have nothing in common is both of them', () => {
    const many = (letter: string) => Array.from({ length: 900 }, (_, at) => `${letter}${at}`).join('\n')
    expect(diffLines(many('a'), many('b')).match(/^[-+]/gm)).toHaveLength(1800)
  })
})

function count(lines: readonly string[]) {
  return lines.filter((line) => line !== '').toSorted()
}
