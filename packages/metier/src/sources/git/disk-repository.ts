/** Git repositories on this machine, by `file://` or by their path; only where the host allows them. */

import { lstatSync, realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { codeOf } from '../../skill/unknown-value.js'
import type { SourceContext, SourceReference } from '../source.js'

const FILE_URL = /^(?:git\+)?file:/i

export function isFileUrl(text: string): boolean {
  return FILE_URL.test(text)
}

/** The URL and the identity of a repository at an address; undefined if the address names no place on this machine. */
export function parseFileUrl(address: string): Pick<SourceReference, 'location' | 'identity'> | undefined {
  const url = address.replace(/^git\+/i, '')
  try {
    const path = /^file:\/\/\//i.test(url) && !/[?\\]/.test(url) ? fileURLToPath(url) : ''
    return isAbsolute(path) ? describePlace(resolve(path)) : undefined
  } catch {
    return undefined
  }
}

function describePlace(path: string) {
  return { location: pathToFileURL(path).href, identity: `local:${path}` }
}

/** The reference of a bare repository that was named by its path; undefined if the directory is not one. */
export function referToRepository({ location }: SourceReference): SourceReference | undefined {
  if (!isBareRepository(location)) return undefined
  const place = describePlace(location)
  return { kind: 'git', text: `git+${place.location}`, ...place }
}

/** Whether a directory holds git's own files, which are no skill. */
export function isBareRepository(path: string): boolean {
  try {
    const isFolder = (name: string) => lstatSync(join(path, name)).isDirectory()
    return lstatSync(join(path, 'HEAD')).isFile() && isFolder('objects') && isFolder('refs')
  } catch {
    return false
  }
}

/** The URL that git is given: the real place, which must be trusted too if a link leads there. */
export function locateRepository({ location, text }: SourceReference, context: SourceContext): Result<string> {
  const path = fileURLToPath(location)
  try {
    const real = realpathSync(path)
    if (real === path || context.isTrusted(`local:${real}`)) return succeed(pathToFileURL(real).href)
    return fail('source_untrusted', `${text} resolves to ${real}, which is not trusted`, [
      `If you trust it, run: metier trust ${quoteForShell(`local:${real}`)}`,
    ])
  } catch (error) {
    const code = codeOf(error)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return isMissing
      ? fail('source_unavailable', `${text} does not exist`)
      : fail('skill_inaccessible', `${text} cannot be read (${code})`)
  }
}
