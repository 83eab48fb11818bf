/** Where a path really is: the file system, and the place in it. A mount of the path must show exactly that. */

import { readFileSync } from 'node:fs'
import { isInside } from '../files/contained-file.js'

interface Mount {
  readonly device: string
  /** The directory of the file system that is mounted. */
  readonly root: string
  readonly place: string
}

/** Tells for a real path what `/proc/self/mountinfo` says about a mount of it: device, root and place. */
export function readMountOrigins(): (path: string) => string {
  const mounts = readMounts()
  return (path) => {
    // The longest wins, and of several at one place the last, which covers the others.
    const found = mounts.reduce<Mount | undefined>((best, mount) => {
      if (!isInside(path, mount.place)) return best
      return best === undefined || mount.place.length >= best.place.length ? mount : best
    }, undefined)
    if (found === undefined) throw new Error(`no mount of ${path} is listed in ${LIST}`)
    const below = path.slice(found.place === '/' ? 0 : found.place.length)
    const origin = `${found.root === '/' ? '' : found.root}${below === '/' ? '' : below}`
    return [found.device, escapePlace(origin === '' ? '/' : origin), escapePlace(path)].join(' ')
  }
}

const LIST = '/proc/self/mountinfo'

function readMounts(): readonly Mount[] {
  return readFileSync(LIST, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, , device, root, place] = line.split(' ')
      if (device === undefined || root === undefined || place === undefined) return []
      return [{ device, root: unescapePlace(root), place: unescapePlace(place) }]
    })
}

/** The list writes these characters as octal numbers. */
export function escapePlace(path: string): string {
  return path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

function unescapePlace(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
