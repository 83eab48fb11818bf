/** Converts a JavaScript or TypeScript syntax tree to a program. */

import type { Expression, FunctionExpression, FunctionParameter, NameTarget, Step, Target } from '../program.js'
import { binary, literal } from './javascript-literals.js'
import { childTrees, isFunction, isTree, listOf, nameOf, type ScriptTree, textOf } from './javascript-nodes.js'

const MOST_DEPTH = 200

/** The steps of a parsed module. */
export function lowerJavaScript(tree: unknown): readonly Step[] {
  return isTree(tree) ? statements(tree, 0) : []
}

/** All statements in a tree, in order; blocks, branches and loops are flattened. */
function statements(tree: ScriptTree, depth: number): Step[] {
  if (depth > MOST_DEPTH) return []
  const at = tree.start
  switch (tree.type) {
    case 'VariableDeclaration':
      return listOf(tree.declarations).flatMap((each) => declaration(each, depth))
    case 'FunctionDeclaration':
      return [{ type: 'assign', at, targets: [{ name: nameOf(tree.id) }], value: functionOf(tree, depth) }]
    case 'ClassDeclaration':
      return [{ type: 'assign', at, targets: [{ name: nameOf(tree.id) }], value: classOf(tree, depth) }]
    case 'ExportDefaultDeclaration':
      return exportSteps(tree, depth)
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

function openSteps(tree: ScriptTree, depth: number): Step[] {
  return childTrees(tree).flatMap((child) =>
    /Statement$|Declaration$|^Program$|^SwitchCase$|^CatchClause$|^StaticBlock$/.test(child.type)
      ? statements(child, depth + 1)
      : [{ type: 'do', at: child.start, value: lower(child, depth + 1) } satisfies Step],
  )
}

function declaration(tree: ScriptTree, depth: number): Step[] {
  if (!isTree(tree.init)) return []
  return [{ type: 'assign', at: tree.start, targets: targetsOf(tree.id, depth), value: lower(tree.init, depth + 1) }]
}

/** `export default …`: others import it without a name. */
function exportSteps(tree: ScriptTree, depth: number): Step[] {
  const at = tree.start
  const declared = isTree(tree.declaration) ? tree.declaration : undefined
  if (declared === undefined) return []
  const own = nameOf(declared.id)
  if (own === '' || !/Declaration$/.test(declared.type))
    return [{ type: 'assign', at, targets: [{ name: 'default' }], value: lower(declared, depth + 1) }]
  const named: Expression = { type: 'name', at, name: own }
  return [...statements(declared, depth + 1), { type: 'assign', at, targets: [{ name: 'default' }], value: named }]
}

function classOf(tree: ScriptTree, depth: number): Expression {
  const members = isTree(tree.body) ? listOf(tree.body.body) : []
  const body = members.flatMap((member): Step[] => {
    if (member.type === 'StaticBlock') return statements(member, depth + 1)
    if (!isTree(member.value)) return []
    const name = isTree(member.key) ? nameOf(member.key) : ''
    const value = isFunction(member.value)
      ? functionOf(member.value, depth, { isMethod: true, isGetter: member.kind === 'get' })
      : lower(member.value, depth + 1)
    return member.kind === 'set' ? [] : [{ type: 'assign', at: member.start, targets: [{ name }], value }]
  })
  const bases = isTree(tree.superClass) ? [lower(tree.superClass, depth + 1)] : []
  return { type: 'class', at: tree.start, name: nameOf(tree.id), bases, body }
}

function expressionStep(value: unknown, at: number, depth: number): Step {
  if (isTree(value) && value.type === 'AssignmentExpression') return { ...assignment(value, depth), type: 'assign' }
  const lowered: Expression = isTree(value) ? lower(value, depth + 1) : { type: 'mix', at, parts: [] }
  // A generator gives out what it yields.
  return { type: isTree(value) && value.type === 'YieldExpression' ? 'return' : 'do', at, value: lowered }
}

function assignment(tree: ScriptTree, depth: number): Extract<Expression, { type: 'set' }> {
  const at = tree.start
  const empty: Expression = { type: 'mix', at, parts: [] }
  const right = isTree(tree.right) ? lower(tree.right, depth + 1) : empty
  const before = isTree(tree.left) && tree.operator !== '=' ? lower(tree.left, depth + 1) : undefined
  const value: Expression = before === undefined ? right : { type: 'concat', at, parts: [before, right] }
  return { type: 'set', at, targets: targetsOf(tree.left, depth), value }
}

function importSteps(tree: ScriptTree): Step[] {
  const from = textOf(tree.source)
  return listOf(tree.specifiers).map((each): Step => {
    const imported = isTree(each.imported) ? nameOf(each.imported) : ''
    const reference = imported === '' || imported === 'default' ? from : `${from}.${imported}`
    return { type: 'import', at: tree.start, name: nameOf(each.local), from: reference }
  })
}

function loopSteps(tree: ScriptTree, depth: number): Step[] {
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
            targets: namesOf(left, depth).map(({ name }) => ({ name })),
            value: { type: 'mix', at: tree.start, parts: [value] },
          },
        ]
  return [...first, ...(isTree(tree.body) ? statements(tree.body, depth + 1) : [])]
}

function targetsOf(tree: unknown, depth: number): readonly Target[] {
  if (isTree(tree) && tree.type === 'MemberExpression' && isTree(tree.object))
    return [fieldOf(tree, tree.object, depth)]
  return namesOf(tree, depth)
}

function fieldOf(tree: ScriptTree, object: ScriptTree, depth: number): Target {
  return { object: lower(object, depth + 1), property: propertyOf(tree, depth) }
}

function propertyOf(tree: ScriptTree, depth: number): Expression {
  const { property, start: at } = tree
  return tree.computed === true && isTree(property)
    ? lower(property, depth + 1)
    : { type: 'text', at, value: nameOf(property) }
}

/** The names in a pattern, each with the field that it gets. */
function namesOf(tree: unknown, depth: number): readonly NameTarget[] {
  if (!isTree(tree)) return []
  switch (tree.type) {
    case 'Identifier':
      return [{ name: nameOf(tree) }]
    case 'MemberExpression':
      return []
    case 'ObjectPattern':
      return listOf(tree.properties).flatMap((property) => {
        const field = isTree(property.key) ? nameOf(property.key) : undefined
        return namesOf(property.value ?? property.argument, depth).map((target) => ({ ...target, field }))
      })
    case 'ArrayPattern':
      return listOf(tree.elements).flatMap((element) =>
        namesOf(element, depth).map((target) => ({ ...target, field: '*' })),
      )
    case 'AssignmentPattern': {
      const fallback = isTree(tree.right) ? lower(tree.right, depth + 1) : undefined
      return namesOf(tree.left, depth).map((target) => ({ ...target, fallback }))
    }
    default:
      return namesOf(tree.argument ?? tree.expression ?? tree.parameter, depth)
  }
}

function functionOf(
  tree: ScriptTree,
  depth: number,
  as: Pick<FunctionExpression, 'isMethod' | 'isGetter'> = {},
): FunctionExpression {
  const parameters = listOf(tree.params).map((parameter) => parameterOf(parameter, depth))
  const { body } = tree
  const isBlock = isTree(body) && body.type === 'BlockStatement'
  const steps: readonly Step[] = isBlock
    ? statements(body, depth + 1)
    : isTree(body)
      ? [...assigned(body, depth), { type: 'return', at: body.start, value: lower(body, depth + 1) }]
      : []
  return { type: 'function', at: tree.start, parameters, body: steps, ...as }
}

function parameterOf(tree: ScriptTree, depth: number): FunctionParameter {
  const isDefault = tree.type === 'AssignmentPattern'
  const fallback = isDefault && isTree(tree.right) ? lower(tree.right, depth + 1) : undefined
  const targets = namesOf(isDefault ? tree.left : tree, depth)
  return { targets, fallback, isRest: tree.type === 'RestElement' }
}

/** `chunk => (text += chunk)` accumulates its input. */
function assigned(body: ScriptTree, depth: number): readonly Step[] {
  const inner = body.type === 'ParenthesizedExpression' && isTree(body.expression) ? body.expression : body
  return inner.type === 'AssignmentExpression' ? [expressionStep(inner, inner.start, depth)] : []
}

function lower(tree: ScriptTree, depth: number): Expression {
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
      return binary(String(tree.operator), at, [one(tree.left), one(tree.right)])
    case 'MemberExpression':
      return memberExpression(tree, depth)
    case 'Super':
      return { type: 'member', at, object: { type: 'name', at, name: 'this' }, property: BASE_CONSTRUCTOR }
    case 'ClassExpression':
      return classOf(tree, depth)
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
      return spreadOf(tree, depth) ?? { type: 'list', at, parts: inner(tree.elements) }
    case 'ObjectExpression':
      return objectOf(tree, depth)
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionOf(tree, depth)
    case 'AssignmentExpression':
      return assignment(tree, depth)
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

/** `[...text]` is the letters of a text. */
function spreadOf({ elements, start: at }: ScriptTree, depth: number): Expression | undefined {
  const [only, ...others] = listOf(elements)
  if (only?.type !== 'SpreadElement' || others.length > 0 || !isTree(only.argument)) return undefined
  const value = { type: 'name', at, name: 'each of' } as const
  return { type: 'each', at, targets: [{ name: value.name }], over: lower(only.argument, depth + 1), value }
}

const BASE_CONSTRUCTOR: Expression = { type: 'text', at: 0, value: 'super constructor' }

/** `super.x` is the method of the base that a class replaces. */
function memberExpression(tree: ScriptTree, depth: number): Expression {
  const at = tree.start
  const property = propertyOf(tree, depth)
  if (!isTree(tree.object)) return { type: 'mix', at, parts: [] }
  if (tree.object.type !== 'Super') return { type: 'member', at, object: lower(tree.object, depth + 1), property }
  const name = property.type === 'text' ? `super ${property.value}` : ''
  return { type: 'member', at, object: { type: 'name', at, name: 'this' }, property: { type: 'text', at, value: name } }
}

function template(tree: ScriptTree, depth: number): Expression {
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

function objectOf(tree: ScriptTree, depth: number): Expression {
  const fields: [string, Expression][] = []
  const rest: Expression[] = []
  for (const property of listOf(tree.properties)) {
    const value = property.value ?? property.argument
    if (!isTree(value)) continue
    const lowered = isFunction(value)
      ? functionOf(value, depth, { isMethod: value.type === 'FunctionExpression', isGetter: property.kind === 'get' })
      : lower(value, depth + 1)
    if (isTree(property.key) && property.computed !== true) fields.push([nameOf(property.key), lowered])
    else rest.push(lowered)
  }
  return { type: 'object', at: tree.start, fields, rest }
}
