/** One SKILL.md by its path: the Wave contract's parser (W-45, W-46). */

import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { levelBroken } from '../skill/diagnostic.js'
import { LIMITS } from '../skill/limits.js'
import { parseSkill } from '../skill/parse.js'
import { codeOf } from '../system/main-file.js'
import { readYaml } from '../system/yaml.js'
import type { ParsedSkillFile, SkillMetadata } from './types.js'

export interface ParseSkillFileOptions {
  /** What `skillMetadata.type` says; a path alone cannot tell. */
  readonly type?: SkillMetadata['type']
}

/**
 * Parses a SKILL.md. What is wrong with it, or with reading it, is in `validationErrors`; nothing is thrown.
 *
 * @example
 * const { isValid, validationErrors } = parseSkillFile('skills/pdf/SKILL.md')
 */
export function parseSkillFile(filePath: string, options: ParseSkillFileOptions = {}): ParsedSkillFile {
  try {
    const { size } = statSync(filePath)
    return size > LIMITS.skillFileBytes
      ? tooLarge(filePath, options)
      : parseBytes(filePath, readFileSync(filePath), options)
  } catch (error) {
    return unreadable(filePath, error, options)
  }
}

/** The same without blocking. */
export async function readSkillFile(filePath: string, options: ParseSkillFileOptions = {}): Promise<ParsedSkillFile> {
  try {
    const { size } = await stat(filePath)
    return size > LIMITS.skillFileBytes
      ? tooLarge(filePath, options)
      : parseBytes(filePath, await readFile(filePath), options)
  } catch (error) {
    return unreadable(filePath, error, options)
  }
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
    frontmatter: { ...document.frontmatter, name, description },
    content: document.body,
    skillMetadata: metadataOf(filePath, name, description, options),
    validationErrors,
    isValid: document.isConformant,
  }
}

function unreadable(filePath: string, error: unknown, options: ParseSkillFileOptions): ParsedSkillFile {
  const code = codeOf(error)
  const what = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
  return refused(filePath, `${filePath} ${what}`, options)
}

function tooLarge(filePath: string, options: ParseSkillFileOptions): ParsedSkillFile {
  return refused(filePath, `${filePath} is larger than ${LIMITS.skillFileBytes} bytes`, options)
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
