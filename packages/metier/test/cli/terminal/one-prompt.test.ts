import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../../src', import.meta.url))

test('one file asks questions at the terminal', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const asking = files.filter((path) =>
    /^(?! *\*).*(?:node:readline|\[y\/N\])/im.test(readFileSync(join(source, path), 'utf8')),
  )
  expect(asking).toEqual([join('cli', 'terminal', 'ask.ts')])
})
