/** Tells near copies from rivals: a copy is to be removed, a rival needs a boundary. */

import type { SkillHead } from './overlap-library.js'

/** How one skill is a copy of another: the same text, a changed text, or the same in another language. */
export type CopyKind = 'same' | 'fork' | 'translation'

/** The cosines of two skills. */
export interface Closeness {
  /** Of name, directory, description and tags. */
  readonly head: number
  readonly body: number
}

const SAME_BODY = 0.995
const FORKED_BODY = 0.8
const FORKED_HEAD = 0.5
const EQUAL_HEAD = 0.9
const EQUAL_HEAD_BODY = 0.5
/** Translations share names, code and addresses. */
const TRANSLATED_BODY = 0.3

/** Says how two skills are copies of each other; undefined if they are not. */
export function copyKindOf(left: SkillHead, right: SkillHead, { head, body }: Closeness): CopyKind | undefined {
  if (body >= SAME_BODY && plain(left.description) === plain(right.description)) return 'same'
  if (isTranslation(left, right, body)) return 'translation'
  const isFork = (body >= FORKED_BODY && head >= FORKED_HEAD) || (head >= EQUAL_HEAD && body >= EQUAL_HEAD_BODY)
  return isFork ? 'fork' : undefined
}

function isTranslation(left: SkillHead, right: SkillHead, body: number): boolean {
  const isSameName = baseNameOf(left.name) === baseNameOf(right.name)
  if (scriptOf(left.description) !== scriptOf(right.description)) return isSameName || body >= TRANSLATED_BODY
  // Within one script, only the names tell: `weather` and `weather-de`.
  return isSameName && left.name.toLowerCase() !== right.name.toLowerCase()
}

const LOCALE = /[-_.](?:zh|cn|tw|hk|en|us|ja|jp|ko|kr|de|es|fr|pt|br|ru|it)$/

/** The name without the marks of a language: `weather-zh-cn` is `weather`. */
export function baseNameOf(name: string): string {
  let base = name.toLowerCase()
  while (LOCALE.test(base)) base = base.replace(LOCALE, '')
  return base
}

const SCRIPTS = [/[\u3040-\u30ff]/g, /[\uac00-\ud7af]/g, /[\u3400-\u9fff]/g, /[\u0400-\u04ff]/g]
/** A text of another script has many English names, so a part of its characters decides. */
const SCRIPT_SHARE = 0.2

/** The script that a text is mainly in, as a number; -1 for Latin. */
function scriptOf(text: string): number {
  return SCRIPTS.findIndex((script) => (text.match(script)?.length ?? 0) >= text.length * SCRIPT_SHARE && text !== '')
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
