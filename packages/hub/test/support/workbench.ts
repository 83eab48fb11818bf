/** The command line of a hub in a directory of its own. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run } from '../../src/cli/run.js'
import type { Variables } from '../../src/configuration/read-configuration.js'

/** An empty directory, and the command line in it. */
export async function workbench() {
  const folder = await mkdtemp(join(tmpdir(), 'metier-hub-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const runWith = async (signal: AbortSignal, words: readonly string[], variables: Variables = {}) => {
    const texts = { out: '', err: '' }
    const code = await run(words, {
      variables: { METIER_HUB_DATA: join(folder, 'data'), ...variables },
      print: (text) => {
        texts.out += text
      },
      report: (text) => {
        texts.err += text
      },
      signal,
    })
    return { code, ...texts }
  }
  const hub = Object.assign((...words: readonly string[]) => runWith(new AbortController().signal, words), {
    with: (variables: Variables, ...words: readonly string[]) =>
      runWith(new AbortController().signal, words, variables),
    interrupted: (...words: readonly string[]) => runWith(AbortSignal.abort(), words),
  })
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, hub, write }
}
