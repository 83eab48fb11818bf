/** The list of open statements names tests that exist, each once: a renamed test must not leave the list silently. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { NOT_YET } from './not-yet.js'

const here = dirname(fileURLToPath(import.meta.url))
const names = NOT_YET.flatMap(({ tests }) => tests)

test('every open statement has a test of its name', () => {
  const files = readdirSync(here).filter((file) => /(\.test|typed-statements)\.ts$/.test(file))
  const texts = files.map((file) => readFileSync(join(here, file), 'utf8')).join('\n')
  expect(names.filter((name) => !texts.includes(`'${name}'`))).toEqual([])
})

test('no test is listed twice', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every entry cites requirements and says what happens', () => {
  for (const { id, document, today, tests } of NOT_YET) {
    expect(id).toMatch(/^[WNGCV]-\d+(, [WNGCV]-\d+)*$/)
    expect([document, today, ...tests]).not.toContain('')
  }
})
