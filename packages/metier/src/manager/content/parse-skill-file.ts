/** Parses one SKILL.md by its path, for the Wave contract. */

import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { frontmatterForHosts } from '../../contracts/host-frontmatter.js'
import { invocationOf, type SkillMetadata } from '../../contracts/skill-metadata.js'
import type { ParsedSkillFile } from '../../contracts/wave.js'
import { levelBroken } from '../../skill/diagnostic.js'
import { LIMITS } from '../../skill/limits.js'
import { parseSkill } from '../../skill/parse.js'
import { readSmallFile, readSmallFileSync, type SmallFile } from '../../system/files/small-file.js'
import { readYaml } from '../../system/yaml.js'

/** Options of `parseSkillFile` and `readSkillFile`. */
export interface ParseSkillFileOptions {
  /** The value of `skillMetadata.type`, which a path alone does not tell. */
  readonly type?: SkillMetadata['type']
}

/**
 * Parses a SKILL.md. Never throws: problems, including those of reading it, are in `validationErrors`.
 *
 * @example
 * import { parseSkillFile } from 'metier'
 *
 * const { isValid, validationErrors } = parseSkillFile('skills/pdf/SKILL.md')
 */
export function parseSkillFile(filePath: string, options: ParseSkillFileOptions = {}): ParsedSkillFile {
  return parseReading(filePath, readSmallFileSync(filePath, LIMITS.skillFileBytes), options)
}

/**
 * Parses a SKILL.md like `parseSkillFile`, but reads the file asynchronously.
 *
 * @example
 * import { readSkillFile } from 'metier'
 *
 * const { isValid, validationErrors } = await readSkillFile('skills/pdf/SKILL.md')
 */
export async function readSkillFile(filePath: string, options: ParseSkillFileOptions = {}): Promise<ParsedSkillFile> {
  return parseReading(filePath, await readSmallFile(filePath, LIMITS.skillFileBytes), options)
}

function parseReading(filePath: string, reading: SmallFile, options: ParseSkillFileOptions): ParsedSkillFile {
  if ('bytes' in reading) return parseBytes(filePath, reading.bytes, options)
  const { refusal, code } = reading
  if (refusal === 'missing') return refused(filePath, `${filePath} does not exist`, options)
  if (refusal === 'too_large') {
    return refused(filePath, `${filePath} is larger than ${LIMITS.skillFileBytes} bytes`, options)
  }
  return refused(filePath, `${filePath} cannot be read (${code})`, options)
}

function parseBytes(filePath: string, bytes: Uint8Array, options: ParseSkillFileOptions): ParsedSkillFile {
  if (!isUtf8(bytes)) return refused(filePath, 'SKILL.md is not UTF-8 text', options)
  const folder = dirname(resolve(filePath))
  const document = parseSkill(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), {
    directory: basename(folder),
    fileName: basename(filePath),
    readYaml,
    hasFile: (path) => existsSync(join(folder, path)),
  })
  const { name, description } = document
  const validationErrors = document.diagnostics
    .filter(({ code }) => levelBroken(code) !== undefined)
    .map(
      ({ line, message, suggestion }) => `Line ${line}: ${message}${suggestion === undefined ? '' : `. ${suggestion}`}`,
    )
  return {
    frontmatter: frontmatterForHosts(document),
    content: document.body,
    skillMetadata: { ...metadataOf(filePath, name, description, options), ...invocationOf(document.traits) },
    validationErrors,
    isValid: document.isConformant,
  }
}

function refused(filePath: string, message: string, options: ParseSkillFileOptions): ParsedSkillFile {
  const name = basename(dirname(resolve(filePath)))
  return {
    frontmatter: { name, description: '' },
    content: '',
    skillMetadata: metadataOf(filePath, name, '', options),
    validationErrors: [message],
    isValid: false,
  }
}

function metadataOf(
  filePath: string,
  name: string,
  description: string,
  { type = 'personal' }: ParseSkillFileOptions,
): SkillMetadata {
  const path = resolve(filePath)
  return { name, description, type, skillPath: dirname(path), path }
}
