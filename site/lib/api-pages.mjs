// The API reference: one page for each entry of the package, read from the declarations that the package publishes. Every export has
// its signature, its comment and its example; types that only other types name follow at the end of the page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const OPTIONS = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, skipLibCheck: true }

/** The pages by their path below the site: `reference/api/workspace.md`. */
export function composeApiPages(packageFolder) {
  const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const entries = Object.entries(exports)
    .filter(([, target]) => target.types !== undefined)
    .map(([path, { types }]) => ({ name: path.replace('.', 'metier'), file: join(packageFolder, types) }))
  const program = ts.createProgram({ rootNames: entries.map(({ file }) => file), options: OPTIONS })
  const reader = createReader(program, packageFolder)
  const read = entries.map((entry) => ({ ...entry, ...reader.readEntry(entry.file) }))
  const homes = new Map(read.flatMap(({ name, symbols }) => symbols.map((symbol) => [symbol, name])).reverse())
  const pages = read.map((entry) => [pageOf(entry.name), composePage(entry, { reader, homes })])
  return new Map([['reference/api/index.md', composeIndex(read)], ...pages])
}

function pageOf(entry) {
  return `reference/api/${entry.replace('/', '-')}.md`
}

function composeIndex(entries) {
  const rows = entries.map(({ name, comment, symbols }) => {
    const said = describeEntry(comment)
    return `| [\`${name}\`](${name.replace('/', '-')}.md) | ${said} | ${symbols.length} |`
  })
  return `# API

Every export of every entry of the package, made from the published types. Editors show the same comments.

| Entry | What it has | Exports |
|---|---|--:|
${rows.join('\n')}
`
}

function composePage({ name, comment, symbols }, { reader, homes }) {
  const own = symbols.filter((symbol) => homes.get(symbol) === name)
  const elsewhere = symbols.filter((symbol) => homes.get(symbol) !== name)
  const further = reader.findFurther(own, homes)
  const link = (symbol) => linkTo(symbol, { name, homes, further })
  const sections = [
    ['Functions and classes', own.filter((symbol) => reader.isValue(symbol))],
    ['Types', own.filter((symbol) => !reader.isValue(symbol))],
    ['Types that these refer to', further],
  ].filter(([, listed]) => listed.length > 0)
  const also = elsewhere.length > 0 ? [`Also exported here: ${elsewhere.map(link).join(', ')}.`] : []
  const body = sections.flatMap(([title, listed]) => [
    `## ${title}`,
    ...byName(listed).map((symbol) => describeSymbol(symbol, { reader, link })),
  ])
  return `${[`# ${name}`, describeEntry(comment), ...also, ...body].join('\n\n')}\n`
}

function describeEntry(comment) {
  return comment.replace(/^`[^`]+`: (.)/, (_, first) => first.toUpperCase())
}

function byName(symbols) {
  return [...symbols].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function linkTo(symbol, { name, homes, further }) {
  const home = homes.get(symbol) ?? (further.includes(symbol) ? name : undefined)
  if (home === undefined) return `\`${symbol.name}\``
  const page = home === name ? '' : `${home.replace('/', '-')}.md`
  return `[\`${symbol.name}\`](${page}#${symbol.name.toLowerCase()})`
}

function describeSymbol(symbol, { reader, link }) {
  const { members, ...own } = reader.describe(symbol)
  const lines = describe(`### ${symbol.name}`, own, link)
  for (const member of members) lines.push(...describe(`#### ${symbol.name}.${member.name}`, member, link))
  return lines.filter((line) => line !== '').join('\n\n')
}

function describe(heading, { signature, comment, example, used }, link) {
  const lines = [heading, comment, fence(signature)]
  if (used.length > 0) lines.push(`Types: ${byName(used).map(link).join(', ')}`)
  return [...lines, ...example.flatMap((text) => ['Example:', fence(text)])]
}

function fence(text) {
  return `\`\`\`ts\n${text.trim()}\n\`\`\``
}

function createReader(program, packageFolder) {
  const checker = program.getTypeChecker()
  const resolve = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
  const declarationOf = (symbol) => symbol.declarations?.find(({ kind }) => kind !== ts.SyntaxKind.ModuleDeclaration)
  const isOurs = (symbol) => declarationOf(symbol)?.getSourceFile().fileName.startsWith(join(packageFolder, 'dist'))

  const findUsed = (symbol) => findUsedIn(declarationOf(symbol)).filter((used) => used !== symbol)

  /** The types of the package that a declaration names. */
  function findUsedIn(declaration) {
    const found = new Set()
    const visit = (node) => {
      if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) add(node.typeName ?? node.expression)
      ts.forEachChild(node, visit)
    }
    const add = (name) => {
      const used = checker.getSymbolAtLocation(name)
      if (used === undefined || used.flags & ts.SymbolFlags.TypeParameter) return
      if (isOurs(resolve(used))) found.add(resolve(used))
    }
    visit(declaration)
    return [...found]
  }

  return {
    readEntry: (file) => {
      const source = program.getSourceFile(file)
      const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map(resolve)
      return { symbols, comment: plain(/^\/\*\*([\s\S]*?)\*\//.exec(source.text)?.[1] ?? '') }
    },
    isValue: (symbol) => (symbol.flags & ts.SymbolFlags.Value) !== 0,
    findFurther: (symbols, homes) => {
      const further = new Set()
      const visit = (symbol) => {
        for (const used of findUsed(symbol)) {
          if (homes.has(used) || further.has(used)) continue
          further.add(used)
          visit(used)
        }
      }
      for (const symbol of symbols) visit(symbol)
      return [...further]
    },
    describe: (symbol) => {
      const declaration = declarationOf(symbol)
      const isClass = ts.isClassDeclaration(declaration)
      return {
        ...documentation(symbol, checker),
        signature: isClass ? classHead(declaration) : textOf(declaration),
        used: isClass ? [] : findUsed(symbol),
        members: isClass ? classMembers(symbol, { checker, declaration, findUsedIn }) : [],
      }
    },
  }
}

/** The comment and the examples above a declaration. */
function documentation(symbol, checker) {
  const tags = symbol.getJsDocTags(checker).filter(({ name }) => name === 'example')
  return {
    comment: plain(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
    example: tags.map(({ text }) => ts.displayPartsToString(text)),
  }
}

function classHead(declaration) {
  const text = textOf(declaration)
  return text.slice(0, text.indexOf('{')).trim()
}

/** The members of a class, those that it inherits included, without private ones. */
function classMembers(symbol, { checker, declaration, findUsedIn }) {
  const type = checker.getDeclaredTypeOfSymbol(symbol)
  const statics = checker.getPropertiesOfType(checker.getTypeOfSymbolAtLocation(symbol, declaration))
  const construct = symbol.members?.get('__constructor')
  const all = [...(construct ? [construct] : []), ...statics, ...checker.getPropertiesOfType(type)]
  return all
    .filter(
      ({ name, declarations }) =>
        name !== 'prototype' &&
        declarations !== undefined &&
        !ts.isPrivateIdentifier(declarations[0].name ?? declarations[0]),
    )
    .filter(
      ({ declarations }) =>
        (ts.getCombinedModifierFlags(declarations[0]) & ts.ModifierFlags.NonPublicAccessibilityModifier) === 0,
    )
    .map((member) => ({
      name: member.name === '__constructor' ? 'constructor' : member.name,
      ...documentation(member, checker),
      signature: textOf(member.declarations[0]).replace(/^ {2}/gm, ''),
      used: findUsedIn(member.declarations[0]).filter((used) => used !== symbol),
    }))
}

/** A declaration as it is published, without its own comment and without the names of imported modules. */
function textOf(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const source = node.getSourceFile()
  const namespaces = [...source.text.matchAll(/^import (?:type )?\* as (\w+)/gm)].map(([, name]) => name)
  const text = node.getText(source).replace(/^(?:export )?(?:default )?(?:declare )?/, '')
  const short = namespaces.reduce((rest, name) => rest.replace(new RegExp(`\\b${name}\\.(?=[A-Z])`, 'g'), ''), text)
  return short.replace(/^( {4})+/gm, (spaces) => ' '.repeat(spaces.length / 2))
}

function plain(comment) {
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}
