// The published types: what the compiler emits for every file, without the declarations that no entry file leads to. Neither
// internal types nor types of packages that users do not have are left.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'
import { ENTRIES, PACKAGE } from './package.mjs'

/** Emits the declarations into `outdir`; false if there is a type error. */
export async function emitTypes(outdir) {
  if (!(await compile())) return false
  const files = readdirSync(outdir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'))
  const modules = new Map(files.map((file) => [join(outdir, file), readModule(join(outdir, file))]))
  const reached = new Reach(modules)
  for (const entry of ENTRIES) reached.markExports(join(outdir, `${entry}.d.ts`))
  for (const [file, module] of modules) {
    refuseStrangers(module)
    const text = reached.print(module)
    if (text === '') rmSync(file)
    else writeFileSync(file, `${text}\n`)
  }
  return true
}

function compile() {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const child = spawn(process.execPath, [compiler, '-p', join(PACKAGE, 'tsconfig.build.json')], { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })
}

/** A file of declarations: its statements with their comments, what each declares, and what it takes from others. */
function readModule(file) {
  const text = readFileSync(file, 'utf8')
  const { body } = parseSync(file, text).program
  const statements = body.map((node, at) => ({
    node,
    text: text.slice(at === 0 ? 0 : body[at - 1].end, node.end),
    names: declaredNames(node.declaration ?? node),
    isReached: false,
  }))
  const imports = new Map()
  for (const { node } of statements) {
    if (node.type !== 'ImportDeclaration' && (node.type !== 'ExportNamedDeclaration' || node.source === null)) continue
    for (const specifier of node.specifiers) {
      const local = (specifier.exported ?? specifier.local).name
      const name = (node.type === 'ImportDeclaration' ? specifier.imported : specifier.local)?.name
      imports.set(local, { from: resolveFrom(file, node.source.value), source: node.source.value, name, isUsed: false })
    }
  }
  return { file, statements, imports }
}

/** Users do not have the packages that we publish a copy of: our types must not name theirs. */
function refuseStrangers({ file, imports }) {
  const stranger = [...imports.values()].find(
    ({ isUsed, source }) => isUsed && !source.startsWith('.') && !isBuiltin(source),
  )
  if (stranger !== undefined) throw new Error(`${file}: a published type needs ${stranger.source}`)
}

function declaredNames(declaration) {
  if (declaration.declarations !== undefined) return declaration.declarations.map(({ id }) => id.name)
  return declaration.id?.name === undefined ? [] : [declaration.id.name]
}

function resolveFrom(file, specifier) {
  return specifier.startsWith('.') ? join(dirname(file), specifier.replace(/\.js$/, '.d.ts')) : undefined
}

class Reach {
  #modules

  constructor(modules) {
    this.#modules = modules
  }

  markExports(file) {
    for (const { node, names } of this.#modules.get(file).statements) {
      const exported = node.specifiers?.map((specifier) => (specifier.exported ?? specifier.local).name) ?? []
      if (node.type === 'ExportNamedDeclaration') for (const name of [...names, ...exported]) this.#mark(file, name)
    }
  }

  #mark(file, name) {
    const module = this.#modules.get(file)
    if (module === undefined) return
    const imported = module.imports.get(name)
    if (imported !== undefined && !imported.isUsed) {
      imported.isUsed = true
      this.#mark(imported.from, imported.name)
    }
    for (const statement of module.statements) {
      if (statement.isReached || !statement.names.includes(name)) continue
      statement.isReached = true
      for (const use of usesIn(statement.node))
        this.#mark(use.from === undefined ? file : resolveFrom(file, use.from), use.name)
    }
  }

  /** The text of a file without what is not reached; empty if nothing is. */
  print({ statements, imports }) {
    return statements
      .flatMap(({ node, text, isReached }) => {
        if (isReached) return [text]
        const kept = node.specifiers?.filter((one) => imports.get((one.exported ?? one.local).name)?.isUsed) ?? []
        return kept.length > 0 ? [withSpecifiers(node, text, kept)] : []
      })
      .join('')
      .trimStart()
  }
}

function withSpecifiers(node, text, kept) {
  const start = text.length - (node.end - node.start)
  const list = kept.map((specifier) =>
    text.slice(specifier.start - node.start + start, specifier.end - node.start + start),
  )
  return list.length === node.specifiers.length ? text : text.replace(/\{[^{}]*\}(?=\s*from)/, `{ ${list.join(', ')} }`)
}

/** The names that a statement may refer to, in its own file or, in `import('…').Name`, in another one. */
function* usesIn(node) {
  if (node.type === 'TSImportType') yield { from: node.source.value, name: node.qualifier?.name ?? '' }
  if (node.type === 'Identifier') yield { name: node.name }
  for (const child of childrenOf(node)) yield* usesIn(child)
}

function childrenOf(node) {
  const keys = (visitorKeys[node.type] ?? []).filter((key) => key !== 'key' || node.computed)
  return keys.flatMap((key) => node[key] ?? [])
}
