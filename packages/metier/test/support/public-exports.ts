/** What the entry files export, with the comment above each declaration: read from the sources, as editors show it. */

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const sourceFolder = join(packageFolder, 'src')

export interface PublicExport {
  /** As users import it: `metier/tools`. */
  readonly entry: string
  readonly name: string
  readonly kind: 'function' | 'class' | 'const' | 'interface' | 'type'
  /** The comment above the declaration without its marks; empty if there is none. */
  readonly comment: string
  /** The members of an interface that have no comment. */
  readonly bareMembers: readonly string[]
}

/** The entry files of the package by the names that users import them by. */
export function readEntries(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const entries = Object.entries<{ readonly default?: string }>(exports).flatMap(([path, target]) =>
    target.default === undefined ? [] : [[path.replace('.', 'metier'), toSource(target.default)] as const],
  )
  return new Map(entries)
}

/** Every export of every entry file. */
export function readPublicExports(): readonly PublicExport[] {
  return [...readEntries()].flatMap(([entry, file]) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', path = '']) => {
      const source = readFileSync(join(dirname(file), path.replace(/\.js$/, '.ts')), 'utf8')
      return splitNames(names).map((name) => ({ entry, name, ...readDeclaration(source, name) }))
    })
  })
}

function toSource(output: string): string {
  return join(sourceFolder, output.replace('./dist/', '').replace(/\.js$/, '.ts'))
}

function splitNames(names: string): readonly string[] {
  return names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
}

function readDeclaration(source: string, name: string) {
  const start = new RegExp(`^export (?:async )?(function\\*?|class|const|interface|type) ${name}\\b`, 'm').exec(source)
  if (start === null) throw new Error(`${name} is not declared where it is exported from`)
  const before = source.slice(0, start.index)
  const [, comment = ''] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(before) ?? []
  const kind = start[1]?.replace('*', '') as PublicExport['kind']
  return {
    kind,
    comment: comment.replace(/^\s*\* ?/gm, '').trim(),
    bareMembers: kind === 'interface' ? findBareMembers(source.slice(start.index)) : [],
  }
}

function findBareMembers(text: string): readonly string[] {
  const lines = text.slice(0, text.indexOf('\n}')).split('\n').slice(1)
  return lines.flatMap((line, at) => {
    const [, name] = /^ {2}(?:readonly )?(\w+)\??[:(<]/.exec(line) ?? []
    return name === undefined || lines[at - 1]?.endsWith('*/') ? [] : [name]
  })
}
