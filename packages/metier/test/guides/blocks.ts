/** The code blocks of the pages, and their commands. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './programs.js'

export interface PageBlock {
  /** The page and the line that the block starts on. */
  readonly place: string
  readonly page: string
  /** The first word after the fence. */
  readonly language: string
  readonly text: string
}

/** Every Markdown file of docs/, and the README. */
export function listPages(): readonly string[] {
  const files = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('.md')).map((file) => `docs/${file.replaceAll('\\', '/')}`)
  return ['README.md', ...pages.sort()]
}

/** Every fenced block of a page; the longest fence ends a block. */
export function findPageBlocks(page: string): readonly PageBlock[] {
  const text = readFileSync(join(repository, page), 'utf8')
  return [...text.matchAll(/^( *)(`{3,})([\w-]*)[^\n]*\n([\s\S]*?)^ *\2 *$/gm)].map(
    ({ 1: indent = '', 3: language = '', 4: block = '', index }) => ({
      place: `${page}:${text.slice(0, index).split('\n').length}`,
      page,
      language,
      text: block.replace(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

/** As a shell splits them, as far as the pages need it. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, one, other, plain]) => one ?? other ?? plain ?? '')
}

/** One command a line; comments, pipes, redirections and `&&` are taken apart. */
export function commandsIn(block: string): readonly string[] {
  return block
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)# .*/, '').trim())
    .flatMap((line) => line.split(/ (?:&&|\||\|\|) /))
    .map((line) => line.replace(/ [<>] \S+$/, '').replace(/^source <\((.*)\)$/, '$1'))
    .filter((line) => line !== '')
}
