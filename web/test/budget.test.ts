import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdBudget } from '../budget.mjs'

test('the build fails if what a page loads first is over the budget', async () => {
  const folder = await builtPages()
  const { first, shell, most } = await holdBudget(folder, 100_000)
  expect(first).toBe(shell + most)
  await expect(holdBudget(folder, first - 1)).rejects.toThrow(
    `The first load is ${first} bytes compressed, over its budget`,
  )
})

test('a page counts with everything that it imports at once', async () => {
  const folder = await builtPages()
  const { most } = await holdBudget(folder)
  // Random text does not compress: only the part that the large page imports has a weight.
  expect(most).toBeGreaterThan(8000)
  expect(most).toBeLessThan(12_000)
})

async function builtPages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'metier-budget-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  const files = {
    'index.html': '<script type="module" src="/assets/index-1.js"></script>',
    'assets/index-1.js': 'import{a}from"./shared-1.js";import("./page-1.js");import("./small-1.js");',
    'assets/shared-1.js': 'export const a=1',
    'assets/page-1.js': 'import{b}from"./part-1.js";import{a}from"./shared-1.js";',
    'assets/small-1.js': 'export const c=1',
    'assets/part-1.js': `export const b="${noise(12_000)}"`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** Six bits a character that look random and are the same each time. */
function noise(length: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let state = 1
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return letters[(state >> 16) & 63]
  }).join('')
}
