/** Inspects one skill for its author: its whole text, its links, and skills inside it. */

import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DIAGNOSTICS, type Diagnostic, levelBroken } from '../skill/diagnostic.js'
import { LIMITS } from '../skill/limits.js'
import { isIndexName, isMainFileName } from '../skill/main-file.js'
import { type Document, parseSkill } from '../skill/parse.js'
import { readYaml } from '../system/yaml.js'
import { directoryOf, fileOf, type SkillRecord } from './record/skill-record.js'
import { diagnosticsOf } from './snapshot.js'

export interface Inspection {
  readonly path: string
  readonly name: string
  readonly description: string
  readonly loadable: boolean
  readonly conformant: boolean
  readonly diagnostics: readonly Diagnostic[]
  readonly document: Document | undefined
}

/** Inspects a skill; `text` is undefined if it could not be read. */
export function inspectSkill(record: SkillRecord, text: string | undefined): Inspection {
  const directory = directoryOf(record)
  const path = fileOf(record)
  if (text === undefined) {
    const { name, description } = record
    return {
      path,
      name,
      description,
      loadable: false,
      conformant: false,
      diagnostics: diagnosticsOf(record),
      document: undefined,
    }
  }
  const document = parseSkill(text, {
    directory: directory.slice(directory.lastIndexOf('/') + 1),
    fileName: record.fileName,
    readYaml,
    hasFile: (relative) => existsSync(join(directory, relative)),
  })
  const nested = findNestedSkills(directory).map((file): Diagnostic => {
    const message = `${file} is inside the skill '${document.name}' and is not loaded`
    return { code: 'skill_nested', severity: DIAGNOSTICS.skill_nested.severity, message, file, line: 1, column: 1 }
  })
  const own = document.diagnostics.map((diagnostic) => ({ file: path, ...diagnostic }))
  const diagnostics = [...reviewSpellings(directory, record.fileName), ...own, ...nested]
  return {
    path,
    name: document.name,
    description: document.description,
    loadable: !diagnostics.some(({ code }) => levelBroken(code) === 'safe'),
    conformant: !diagnostics.some(({ code }) => levelBroken(code) !== undefined),
    diagnostics,
    document,
  }
}

/** Checks the spelling of the main file. Discovery opens SKILL.md without listing the directory, so it cannot see this. */
function reviewSpellings(directory: string, fileName: string): readonly Diagnostic[] {
  const names = listFolder(directory).flatMap(({ name }) => (isMainFileName(name) ? [name] : []))
  const others = names.filter((name) => name !== fileName).join(', ')
  if (others === '') return []
  // On a case-insensitive disk, a file opens under another spelling.
  const isThere = names.includes(fileName)
  const code = isThere ? 'main_file_ambiguous' : 'main_file_spelling'
  const message = isThere
    ? `${directory} has several main files; ${fileName} is used, not ${others}`
    : `The main file is named ${others}`
  const { severity } = DIAGNOSTICS[code]
  return [{ code, severity, message, file: directory, line: 1, column: 1 }]
}

const MOST_ENTRIES = 10_000

/** Finds main files below a skill's own directory. Does not follow links. */
function findNestedSkills(directory: string): readonly string[] {
  const found: string[] = []
  const pending: Folder[] = [{ path: directory, depth: 0 }]
  let seen = 0
  for (let folder = pending.pop(); folder !== undefined && seen < MOST_ENTRIES; folder = pending.pop()) {
    const { path, depth } = folder
    const entries = listFolder(path)
    seen += entries.length
    if (depth > 0) found.push(...mainFilesIn(entries).map((name) => join(path, name)))
    if (depth === LIMITS.walkDepth) continue
    for (const { name } of entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))) {
      pending.push({ path: join(path, name), depth: depth + 1 })
    }
  }
  return found.sort()
}

/** An index such as `references/skills.md` is not a skill. */
function mainFilesIn(entries: readonly Dirent[]): readonly string[] {
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  return files.filter((name) => isMainFileName(name) && !isIndexName(name))
}

interface Folder {
  readonly path: string
  readonly depth: number
}

const SKIPPED = new Set(['.git', 'node_modules'])

function listFolder(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    // The walk reports directories that cannot be listed.
    return []
  }
}
