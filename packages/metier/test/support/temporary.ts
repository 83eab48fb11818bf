/** Real folders with real files, gone when the test that made them ends. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Root, Scope } from '../../src/registry/root.js'

/** Path → content; a path that ends in `/` is an empty folder. */
export type Files = Readonly<Record<string, string | Uint8Array | Link>>

export interface Link {
  readonly linkTo: string
}

/** A symbolic link, for a list of files. */
export function linkTo(target: string): Link {
  return { linkTo: target }
}

/** A new folder with these files in it. */
export function temporaryFolder(files: Files = {}): string {
  return makeFolder(tmpdir(), files)
}

const MEMORY = '/dev/shm'

/** The same in memory where there is such a place: for trees of many thousand files. */
export function memoryFolder(files: Files = {}): string {
  return makeFolder(existsSync(MEMORY) ? MEMORY : tmpdir(), files)
}

function makeFolder(parent: string, files: Files): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'metier-')))
  chmodSync(folder, 0o755)
  // A busy disk may need its time.
  onTestFinished(() => removeFolder(folder), 60_000)
  writeFiles(folder, files)
  return folder
}

/** At once if nothing is written there any more; else between the writes, which a loop without pauses would hold up. */
async function removeFolder(folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  }
}

/** A new root with these files in it. */
export function temporaryRoot(files: Files = {}, scope: Scope = 'project'): Root {
  return { path: temporaryFolder(files), scope, isExplicit: true }
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(path.endsWith('/') ? file : dirname(file), { recursive: true })
    if (path.endsWith('/')) continue
    if (typeof content === 'object' && 'linkTo' in content) symlinkSync(content.linkTo, file)
    else writeFileSync(file, content)
  }
}

/** The text of a small conformant skill. */
export function skillText(name: string, description = `Does ${name}`, body = `Instructions of ${name}`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`
}
