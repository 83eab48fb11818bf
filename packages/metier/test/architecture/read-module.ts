/** What the rules of the architecture need to know of one source file, read from its syntax tree, not from its text. */
import { type Node, parseSync, visitorKeys } from 'oxc-parser'

export interface SourceFile {
  /** Below `src`, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface Use {
  readonly name: string
  /** 1-based. */
  readonly line: number
}

export interface Module {
  readonly path: string
  readonly lineCount: number
  /** Every specifier that is imported, re-exported, required or named in a type; `undefined` where it is computed. */
  readonly imports: readonly { readonly specifier: string | undefined; readonly line: number }[]
  /** Globals that are read: `fetch`, or with a member `process.env`; a global taken whole has no member. */
  readonly globals: readonly Use[]
  readonly starExports: readonly { readonly line: number }[]
  /** Types, interfaces and classes that the file declares and exports. */
  readonly types: readonly Use[]
}

interface Visit {
  readonly node: Node
  readonly parent: Node | undefined
  readonly key: string
}

/** Reads one file; a file that does not parse is a fault of its own and throws. */
export function readModule(file: SourceFile): Module {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors[0] !== undefined) throw new Error(`${file.path}: ${errors[0].message}`)
  const visits = [...walk(program, undefined, '')]
  const lineOf = (node: Node): number => file.text.slice(0, node.start).split('\n').length
  const loaders = loaderNames(visits)
  const bound = boundNames(visits)
  const requests = visits.flatMap(({ node }) => importRequests(node, loaders))
  return {
    path: file.path,
    lineCount: file.text.replace(/\n$/, '').split('\n').length,
    imports: requests.map(({ node, specifier }) => ({ specifier, line: lineOf(node) })),
    globals: visits.filter((visit) => isGlobal(visit, bound)).map((visit) => globalUse(visit, visits, lineOf)),
    starExports: visits
      .filter(({ node }) => node.type === 'ExportAllDeclaration')
      .map(({ node }) => ({ line: lineOf(node) })),
    types: visits.flatMap(({ node }) => {
      const name = exportedType(node)
      return name === undefined ? [] : [{ name, line: lineOf(node) }]
    }),
  }
}

const TYPE_DECLARATIONS: readonly string[] = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration', 'ClassDeclaration']

function exportedType(node: Node): string | undefined {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) return undefined
  const { declaration } = node
  if (!TYPE_DECLARATIONS.includes(declaration.type) || !('id' in declaration)) return undefined
  return declaration.id?.type === 'Identifier' ? declaration.id.name : undefined
}

function* walk(node: Node, parent: Node | undefined, key: string): Generator<Visit> {
  yield { node, parent, key }
  for (const childKey of visitorKeys[node.type] ?? []) {
    const value = (node as unknown as Record<string, unknown>)[childKey]
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, node, childKey)
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

interface Request {
  readonly node: Node
  readonly specifier: string | undefined
}

function importRequests(node: Node, loaders: ReadonlySet<string>): readonly Request[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return [{ node, specifier: node.source.value }]
    case 'ExportNamedDeclaration':
      return node.source === null ? [] : [{ node, specifier: node.source.value }]
    case 'ImportExpression':
    case 'TSImportType':
      return [{ node, specifier: fixedText(node.source) }]
    case 'TSExternalModuleReference':
      return [{ node, specifier: fixedText(node.expression) }]
    case 'CallExpression':
      return loads(node.callee, loaders) ? [{ node, specifier: fixedText(node.arguments[0]) }] : []
    default:
      return []
  }
}

/** The text of a literal or of a template without holes. */
function fixedText(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}

/** Whether calling this loads a module: `require`, what `createRequire` gave, their `resolve`, `getBuiltinModule`. */
function loads(callee: Node, loaders: ReadonlySet<string>): boolean {
  if (callee.type === 'Identifier') return loaders.has(callee.name)
  if (callee.type === 'CallExpression') return isCreateRequire(callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const member = callee.property.name
  if (member === 'getBuiltinModule') return true
  return member === 'resolve' && (callee.object.type === 'MetaProperty' || loads(callee.object, loaders))
}

function isCreateRequire(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee.type === 'Identifier') return callee.name === 'createRequire'
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'createRequire'
  )
}

function loaderNames(visits: readonly Visit[]): ReadonlySet<string> {
  const names = new Set(['require'])
  for (const { node } of visits) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init === null) continue
    if (isCreateRequire(node.init)) names.add(node.id.name)
  }
  return names
}

const BINDING_KEYS: ReadonlySet<string> = new Set([
  'VariableDeclarator.id',
  'FunctionDeclaration.id',
  'FunctionDeclaration.params',
  'FunctionExpression.id',
  'FunctionExpression.params',
  'ArrowFunctionExpression.params',
  'ClassDeclaration.id',
  'CatchClause.param',
  'ImportSpecifier.local',
  'ImportDefaultSpecifier.local',
  'ImportNamespaceSpecifier.local',
])

/** Names declared anywhere in the file: a parameter called `fetch` is what the rules ask for, not a global. */
function boundNames(visits: readonly Visit[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { node, parent, key } of visits) {
    if (parent !== undefined && BINDING_KEYS.has(`${parent.type}.${key}`)) addPattern(node, names)
  }
  return names
}

function addPattern(pattern: Node | null, names: Set<string>): void {
  switch (pattern?.type) {
    case 'Identifier':
      names.add(pattern.name)
      break
    case 'AssignmentPattern':
      addPattern(pattern.left, names)
      break
    case 'RestElement':
      addPattern(pattern.argument, names)
      break
    case 'ArrayPattern':
      for (const element of pattern.elements) addPattern(element, names)
      break
    case 'ObjectPattern':
      for (const property of pattern.properties) addPattern('value' in property ? property.value : property, names)
      break
    default:
  }
}

/** Places where an identifier names a member, a key or a type and not a value. */
const NOT_A_VALUE: ReadonlySet<string> = new Set([
  'PropertyDefinition.key',
  'MethodDefinition.key',
  'ImportSpecifier.imported',
  'ExportSpecifier.exported',
  'LabeledStatement.label',
  'BreakStatement.label',
  'ContinueStatement.label',
  'MetaProperty.meta',
  'MetaProperty.property',
])

function isGlobal({ node, parent, key }: Visit, bound: ReadonlySet<string>): boolean {
  if (node.type !== 'Identifier' || parent === undefined || bound.has(node.name)) return false
  if (NOT_A_VALUE.has(`${parent.type}.${key}`)) return false
  if (parent.type === 'MemberExpression' && key === 'property') return parent.computed
  if (parent.type === 'Property' && key === 'key') return parent.computed
  return !parent.type.startsWith('TS') || EXPRESSION_WRAPPERS.has(parent.type)
}

const EXPRESSION_WRAPPERS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
])

function globalUse(visit: Visit, visits: readonly Visit[], lineOf: (node: Node) => number): Use {
  const members = memberChain(visit, visits)
  const [first = '', second, third] = members
  const name = first === 'globalThis' || first === 'global' ? join(second ?? first, third) : join(first, second)
  return { name, line: lineOf(visit.node) }
}

function join(object: string, member: string | undefined): string {
  return member === undefined ? object : `${object}.${member}`
}

/** `globalThis.process.env` as its three names; it ends where a member is computed. */
function memberChain({ node, parent, key }: Visit, visits: readonly Visit[]): readonly string[] {
  const own = node.type === 'Identifier' ? [node.name] : memberName(node)
  if (parent?.type !== 'MemberExpression' || key !== 'object') return own
  const above = visits.find((visit) => visit.node === parent)
  if (above === undefined || memberName(parent).length === 0) return own
  return [...own, ...memberChain(above, visits)]
}

function memberName(node: Node): readonly string[] {
  if (node.type !== 'MemberExpression') return []
  const name = node.property.type === 'Identifier' && !node.computed ? node.property.name : fixedText(node.property)
  return name === undefined ? [] : [name]
}
