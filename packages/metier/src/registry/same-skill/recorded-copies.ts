/** Recognizes the copies that an installation made for agents that do not follow links. Reads lockfiles only if names collide. */

import { readFileSync } from 'node:fs'
import { isRecord } from '../../skill/unknown-value.js'
import { lockFileOf } from '../../store/store-folder.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { fileOf, type SkillRecord } from '../record/skill-record.js'

const LARGEST = 64 * 1024 * 1024

/** Returns a function that tells whether one record is a recorded copy of another, with the same SKILL.md. */
export function createIsCopy(): (copy: SkillRecord, skill: SkillRecord) => boolean {
  const copied = new Map<string, ReadonlySet<string>>()
  return (copy, skill) => {
    const { path, scope } = skill.root
    if (copy.root.scope !== scope || lastOf(copy.directory) !== lastOf(skill.directory)) return false
    const names = copied.get(path) ?? readCopied(lockFileOf(path))
    copied.set(path, names)
    return names.has(skill.directory) && haveSameText(fileOf(copy), fileOf(skill))
  }
}

function lastOf(directory: string): string {
  return directory.slice(directory.lastIndexOf('/') + 1)
}

/** The skills of a lockfile that have a copy. None if it cannot be read: other commands report that. */
function readCopied(file: string): ReadonlySet<string> {
  const reading = readSmallFileSync(file, LARGEST)
  if (!('bytes' in reading)) return new Set()
  const { skills, links } = parseLock(reading.bytes.toString('utf8'))
  const installed = Object.entries(isRecord(skills) ? skills : {}).map(([name, entry]) => {
    return [name, isRecord(entry) ? entry.links : undefined] as const
  })
  const others = Object.entries(isRecord(links) ? links : {})
  return new Set([...installed, ...others].filter(([, recorded]) => hasCopy(recorded)).map(([name]) => name))
}

function parseLock(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function hasCopy(links: unknown): boolean {
  return Array.isArray(links) && links.some((link) => isRecord(link) && link.kind === 'copy')
}

function haveSameText(a: string, b: string): boolean {
  try {
    return readFileSync(a).equals(readFileSync(b))
  } catch {
    // One of them is gone by now, so they are not the same.
    return false
  }
}
