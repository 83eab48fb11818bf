/** Foresees which parsers a scan needs, so that they are loaded before it starts. */

import type { ScannedFile } from '../../evidence.js'
import { languageOfTag } from '../../text/languages.js'
import type { Language } from '../../text/segment.js'
import type { ParserName } from './parsers.js'

const FENCE = /^[ \t>]{0,40}(?:```|~~~)[`~]{0,20}[ \t]{0,20}([^\s`~]{1,30})/gm

const PARSERS: Partial<Readonly<Record<Language, ParserName>>> = {
  shell: 'shell',
  javascript: 'javascript',
  python: 'python',
}

/** The parsers for the languages of the files and of the tagged blocks in them. Prose usually quotes commands. */
export function foreseeParsers(files: readonly ScannedFile[]): ReadonlySet<ParserName> {
  const parsers = new Set<ParserName>()
  const add = (language: Language | undefined) => {
    const parser = language && PARSERS[language === 'prose' ? 'shell' : language]
    if (parser !== undefined) parsers.add(parser)
  }
  for (const { language, otherLanguages, text } of files) {
    if (text === undefined) continue
    add(language)
    otherLanguages.forEach(add)
    if (language === 'prose') for (const [, tag = ''] of text.matchAll(FENCE)) add(languageOfTag(tag))
  }
  return parsers
}
