/** Converts a JavaScript or TypeScript syntax tree to a program. */

import type { Expression, Step, Target } from '../program.js'

interface Tree {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const MOST_DEPTH = 200

/** The steps of a parsed module. */
export function lowerJavaScript(tree: unknown): readonly Step[] {
  return isTree(tree) ? statements(tree, 0) : []
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function listOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.filter(isTree) : isTree(value) ? [value] : []
}

function childTrees(tree: Tree): readonly Tree[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    key === 'type' || key === 'typeAnnotation' ? [] : listOf(value),
  )
}

/** All statements in a tree, in order; blocks, branches and loops are flattened. */
function statements(tree: Tree, depth: number): Step[] {
  if (depth > MOST_DEPTH) return []
  const at = tree.start
  switch (tree.type) {
    case 'VariableDeclaration':
      return listOf(tree.declarations).flatMap((each) => declaration(each, depth))
    case 'FunctionDeclaration':
      return [{ type: 'assign', at, targets: [{ name: nameOf(tree.id) }], value: functionOf(tree, depth) }]
    case 'ClassDeclaration':
      return classSteps(tree, depth)
    case 'ExpressionStatement':
      return [expressionStep(tree.expression, at, depth)]
    case 'ReturnStatement':
      return isTree(tree.argument) ? [{ type: 'return', at, value: lower(tree.argument, depth + 1) }] : []
    case 'ImportDeclaration':
      return importSteps(tree)
    case 'ForOfStatement':
    case 'ForInStatement':
      return loopSteps(tree, depth)
    default:
      return openSteps(tree, depth)
  }
}

function openSteps(tree: Tree, depth: number): Step[] {
  return childTrees(tree).flatMap((child) =>
    /Statement$|Declaration$|^Program$|^SwitchCase$|^CatchClause$|^StaticBlock$/.test(child.type)
      ? statements(child, depth + 1)
      : [{ type: 'do', at: child.start, value: lower(child, depth + 1) } satisfies Step],
  )
}

function declaration(tree: Tree, depth: number): Step[] {
  if (!isTree(tree.init)) return []
  return [{ type: 'assign', at: tree.start, targets: targetsOf(tree.id), value: lower(tree.init, depth + 1) }]
}

function classSteps(tree: Tree, depth: number): Step[] {
  const body = isTree(tree.body) ? listOf(tree.body.body) : []
  return body.flatMap((member): Step[] => {
    if (!isTree(member.value)) return []
    const name = isTree(member.key) ? nameOf(member.key) : ''
    return [
      { type: 'assign', at: member.start, targets: [{ name: `this.${name}` }], value: lower(member.value, depth + 1) },
    ]
  })
}

function expressionStep(value: unknown, at: number, depth: number): Step {
  if (isTree(value) && value.type === 'AssignmentExpression' && isTree(value.right)) {
    const right = lower(value.right, depth + 1)
    const left = targetsOf(value.left)
    const isAdding = value.operator !== '='
    const added: Expression = {
      type: 'concat',
      at,
      parts: [isTree(value.left) ? lower(value.left, depth + 1) : right, right],
    }
    return { type: 'assign', at, targets: left, value: isAdding ? added : right }
  }
  return { type: 'do', at, value: isTree(value) ? lower(value, depth + 1) : { type: 'mix', at, parts: [] } }
}

function importSteps(tree: Tree): Step[] {
  const from = textOf(tree.source)
  return listOf(tree.specifiers).map((each): Step => {
    const imported = isTree(each.imported) ? nameOf(each.imported) : ''
    const reference = imported === '' || imported === 'default' ? from : `${from}.${imported}`
    return { type: 'import', at: tree.start, name: nameOf(each.local), from: reference }
  })
}

function loopSteps(tree: Tree, depth: number): Step[] {
  const left =
    isTree(tree.left) && tree.left.type === 'VariableDeclaration' ? listOf(tree.left.declarations)[0]?.id : tree.left
  const value = isTree(tree.right) ? lower(tree.right, depth + 1) : undefined
  const first: Step[] =
    value === undefined
      ? []
      : [
          {
            type: 'assign',
            at: tree.start,
            targets: targetsOf(left).map(({ name }) => ({ name })),
            value: { type: 'mix', at: tree.start, parts: [value] },
          },
        ]
  return [...first, ...(isTree(tree.body) ? statements(tree.body, depth + 1) : [])]
}

function targetsOf(tree: unknown): readonly Target[] {
  if (!isTree(tree)) return []
  switch (tree.type) {
    case 'Identifier':
      return [{ name: nameOf(tree) }]
    case 'MemberExpression':
      return [{ name: rootOf(tree), isInto: true }]
    case 'ObjectPattern':
      return listOf(tree.properties).flatMap((property) => {
        const field = isTree(property.key) ? nameOf(property.key) : undefined
        return targetsOf(property.value ?? property.argument).map(({ name }) => ({ name, field }))
      })
    case 'ArrayPattern':
      return listOf(tree.elements).flatMap((element) => targetsOf(element).map(({ name }) => ({ name, field: '*' })))
    case 'AssignmentPattern':
      return targetsOf(tree.left)
    default:
      return targetsOf(tree.argument ?? tree.expression)
  }
}

/** `a.b.c = …` changes `a`; `this.x` and `module.exports` are separate names. */
function rootOf(tree: Tree): string {
  const path = pathOf(tree)
  return path.startsWith('this.') || path.startsWith('exports.')
    ? path.split('.', 2).join('.')
    : (path.split('.', 1)[0] ?? '')
}

function pathOf(tree: unknown): string {
  if (!isTree(tree)) return ''
  if (tree.type === 'ThisExpression') return 'this'
  if (tree.type === 'MemberExpression') return `${pathOf(tree.object)}.${nameOf(tree.property)}`
  return nameOf(tree)
}

function nameOf(tree: unknown): string {
  if (!isTree(tree)) return ''
  return typeof tree.name === 'string' ? tree.name : typeof tree.value === 'string' ? tree.value : ''
}

function textOf(tree: unknown): string {
  return isTree(tree) && typeof tree.value === 'string' ? tree.value : ''
}

function functionOf(tree: Tree, depth: number): Expression {
  const parameters = listOf(tree.params).map((parameter) => targetsOf(parameter)[0]?.name ?? '')
  const { body } = tree
  const isBlock = isTree(body) && body.type === 'BlockStatement'
  const steps: readonly Step[] = isBlock
    ? statements(body, depth + 1)
    : isTree(body)
      ? [...assigned(body, depth), { type: 'return', at: body.start, value: lower(body, depth + 1) }]
      : []
  return { type: 'function', at: tree.start, parameters, body: steps }
}

/** `chunk => (text += chunk)` accumulates its input. */
function assigned(body: Tree, depth: number): readonly Step[] {
  const inner = body.type === 'ParenthesizedExpression' && isTree(body.expression) ? body.expression : body
  return inner.type === 'AssignmentExpression' ? [expressionStep(inner, inner.start, depth)] : []
}

function lower(tree: Tree, depth: number): Expression {
  const at = tree.start
  if (depth > MOST_DEPTH) return { type: 'mix', at, parts: [] }
  const inner = (value: unknown): readonly Expression[] => listOf(value).map((child) => lower(child, depth + 1))
  const one = (value: unknown): Expression => inner(value)[0] ?? { type: 'mix', at, parts: [] }
  switch (tree.type) {
    case 'Literal':
      return literal(tree)
    case 'Identifier':
      return { type: 'name', at, name: nameOf(tree) }
    case 'ThisExpression':
      return { type: 'name', at, name: 'this' }
    case 'TemplateLiteral':
      return template(tree, depth)
    case 'BinaryExpression':
      return { type: tree.operator === '+' ? 'concat' : 'mix', at, parts: [one(tree.left), one(tree.right)] }
    case 'MemberExpression':
      return {
        type: 'member',
        at,
        object: one(tree.object),
        property: tree.computed === true ? one(tree.property) : { type: 'text', at, value: nameOf(tree.property) },
      }
    case 'CallExpression':
    case 'NewExpression':
    case 'ImportExpression':
      return {
        type: 'call',
        at,
        callee: tree.type === 'ImportExpression' ? { type: 'name', at, name: 'require' } : one(tree.callee),
        given: inner(tree.arguments ?? tree.source),
      }
    case 'ArrayExpression':
      return { type: 'list', at, parts: inner(tree.elements) }
    case 'ObjectExpression':
      return objectOf(tree, depth)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionOf(tree, depth)
    case 'AssignmentExpression':
      return one(tree.right)
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return one(tree.argument ?? tree.expression)
    case 'ConditionalExpression':
      return { type: 'mix', at, parts: [one(tree.consequent), one(tree.alternate)] }
    default:
      return { type: 'mix', at, parts: childTrees(tree).map((child) => lower(child, depth + 1)) }
  }
}

function literal(tree: Tree): Expression {
  const { value, start: at } = tree
  if (typeof value === 'string') return { type: 'text', at, value }
  return typeof value === 'number' ? { type: 'number', at, value } : { type: 'mix', at, parts: [] }
}

function template(tree: Tree, depth: number): Expression {
  const at = tree.start
  const holes = listOf(tree.expressions)
  const parts = listOf(tree.quasis).flatMap((quasi, index): Expression[] => {
    const cooked =
      typeof quasi.value === 'object' && quasi.value !== null && 'cooked' in quasi.value ? quasi.value.cooked : ''
    const text: Expression = { type: 'text', at: quasi.start, value: typeof cooked === 'string' ? cooked : '' }
    const hole = holes[index]
    return hole === undefined ? [text] : [text, lower(hole, depth + 1)]
  })
  return { type: 'concat', at, parts }
}

function objectOf(tree: Tree, depth: number): Expression {
  const fields: [string, Expression][] = []
  const rest: Expression[] = []
  for (const property of listOf(tree.properties)) {
    const value = property.value ?? property.argument
    if (!isTree(value)) continue
    const lowered = lower(value, depth + 1)
    if (isTree(property.key) && property.computed !== true) fields.push([nameOf(property.key), lowered])
    else rest.push(lowered)
  }
  return { type: 'object', at: tree.start, fields, rest }
}
