/** Finds the skills that a project's direct dependencies bring, in `node_modules`. */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../skill/unknown-value.js'
import { readSmallFileSync } from '../../system/files/small-file.js'

const LARGEST = 1024 * 1024
const MOST_PACKAGES = 1000
const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const NAME = /^(?:@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i

/** One directory per package: the package itself if it is a skill, else `skills`, else `dist/skills`. */
export function findPackageRoots(folder: string): readonly string[] {
  return dependenciesOf(join(folder, 'package.json')).flatMap((name) => {
    const place = join(folder, 'node_modules', name)
    if (isThere(join(place, 'SKILL.md'))) return [place]
    return [join(place, 'skills'), join(place, 'dist', 'skills')].filter(isThere).slice(0, 1)
  })
}

function dependenciesOf(file: string): readonly string[] {
  const reading = readSmallFileSync(file, LARGEST)
  const manifest = 'bytes' in reading ? parseObject(reading.bytes.toString('utf8')) : {}
  const names = FIELDS.flatMap((field) => (isRecord(manifest[field]) ? Object.keys(manifest[field]) : []))
  return [...new Set(names)].filter((name) => NAME.test(name)).slice(0, MOST_PACKAGES)
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
