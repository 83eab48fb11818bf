/** Expressions of a Python syntax tree. */

import type { SyntaxNode } from '@lezer/common'
import type { Expression, FunctionParameter, NameTarget, Step, Target } from '../program.js'
import { argumentsOf, childrenOf, readString } from './python-nodes.js'

export const MOST_DEPTH = 200

export class PythonExpressions {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  protected targets(node: SyntaxNode, depth: number): readonly Target[] {
    if (node.name === 'VariableName') return [{ name: this.text(node) }]
    if (node.name === 'MemberExpression') {
      const member = this.#member(node, depth)
      return member.type === 'member' ? [{ object: member.object, property: member.property }] : []
    }
    if (node.name === 'TypeDef' || node.name === 'AssignOp') return []
    return childrenOf(node).flatMap((child) => this.targets(child, depth))
  }

  protected parameters(list: SyntaxNode, depth: number): readonly FunctionParameter[] {
    const parts = childrenOf(list)
    return parts.flatMap((part, index): readonly FunctionParameter[] => {
      const isName = part.name === 'VariableName' && part.prevSibling?.name !== 'AssignOp'
      if (!isName) return []
      const next = parts.slice(index + 1).find(({ name }) => name !== 'TypeDef')
      const written = next?.name === 'AssignOp' ? next.nextSibling : null
      const fallback = written === null ? undefined : this.lower(written, depth + 1)
      const targets: readonly NameTarget[] = [{ name: this.text(part) }]
      return [{ targets, fallback, isRest: /^\*/.test(part.prevSibling?.name ?? '') }]
    })
  }

  protected group(nodes: readonly SyntaxNode[], at: number, depth: number): Expression {
    const parts = nodes.map((part) => this.lower(part, depth + 1))
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'list', at, parts }
  }

  protected mixed(node: SyntaxNode, depth: number): Expression {
    return this.group(
      childrenOf(node).filter(({ name }) => !/^(?:return|await|yield|from)$/.test(name)),
      node.from,
      depth,
    )
  }

  protected lower(node: SyntaxNode, depth: number): Expression {
    const at = node.from
    if (depth > MOST_DEPTH) return { type: 'mix', at, parts: [] }
    const inner = () => childrenOf(node).map((child) => this.lower(child, depth + 1))
    switch (node.name) {
      case 'String':
        return { type: 'text', at, value: readString(this.text(node)), isBytes: /^[a-z]?b/i.test(this.text(node)) }
      case 'ContinuedString':
        return { type: 'concat', at, parts: inner() }
      case 'FormatString':
        return this.#format(node, depth)
      case 'Number':
        return { type: 'number', at, value: Number(this.text(node).replaceAll('_', '')) }
      case 'VariableName':
        return { type: 'name', at, name: this.text(node) }
      case 'CallExpression':
        return this.#call(node, depth)
      case 'MemberExpression':
        return this.#member(node, depth)
      case 'BinaryExpression':
        return this.#binary(node, depth)
      case 'ArrayExpression':
      case 'TupleExpression':
        return { type: 'list', at, parts: inner() }
      case 'DictionaryExpression':
        return this.#dictionary(node, depth)
      case 'LambdaExpression':
        return this.#lambda(node, depth)
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
      case 'YieldExpression':
        return this.mixed(node, depth)
      case 'NamedExpression':
        return this.#named(node, depth)
      case 'ArrayComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
      case 'ComprehensionExpression':
        return this.#comprehension(node, depth)
      default:
        return { type: 'mix', at, parts: inner() }
    }
  }

  /** `(name := value)` */
  #named(node: SyntaxNode, depth: number): Expression {
    const [target, , value] = childrenOf(node)
    const at = node.from
    if (target === undefined || value === undefined) return { type: 'mix', at, parts: [] }
    return { type: 'set', at, targets: this.targets(target, depth), value: this.lower(value, depth + 1) }
  }

  /** `[value for target in list if condition]`; the innermost loop comes last. */
  #comprehension(node: SyntaxNode, depth: number): Expression {
    const parts = childrenOf(node)
    const loops = parts.flatMap(({ name }, index) => (name === 'for' ? [index] : []))
    const shown = parts.slice(0, loops[0]).map((part) => this.lower(part, depth + 1))
    let value: Expression =
      shown.length === 1 && shown[0] !== undefined ? shown[0] : { type: 'mix', at: node.from, parts: shown }
    for (const [order, from] of [...loops.entries()].reverse()) {
      const inside = parts.slice(from + 1, loops[order + 1])
      const word = inside.findIndex(({ name }) => name === 'in')
      const over = inside[word + 1]
      if (word < 0 || over === undefined) continue
      const targets = inside.slice(0, word).flatMap((part) => this.targets(part, depth))
      value = { type: 'each', at: node.from, targets, over: this.lower(over, depth + 1), value }
    }
    return value
  }

  /** `a + b` and `'%s' % a` assemble a text. */
  #binary(node: SyntaxNode, depth: number): Expression {
    const operator = node.getChild('ArithOp') ?? node.getChild('BitOp')
    const sign = operator === null ? '' : this.text(operator)
    const parts = childrenOf(node).flatMap((child) => (child.name.endsWith('Op') ? [] : [this.lower(child, depth + 1)]))
    // `Path.home() / '.ssh'` is a path.
    const [left, right] = parts
    if (
      sign === '/' &&
      left !== undefined &&
      right !== undefined &&
      left.type !== 'number' &&
      right.type !== 'number'
    ) {
      return { type: 'concat', at: node.from, parts: [left, { type: 'text', at: node.from, value: '/' }, right] }
    }
    const isText = sign === '+' || (sign === '%' && parts[0]?.type === 'text')
    if (isText) return { type: 'concat', at: node.from, parts }
    return /^[-*%^&|]$/.test(sign)
      ? { type: 'operation', operator: sign, at: node.from, parts }
      : { type: 'mix', at: node.from, parts }
  }

  #format(node: SyntaxNode, depth: number): Expression {
    const parts: Expression[] = []
    let from = node.from + this.text(node).search(/["']/) + 1
    for (const hole of childrenOf(node)) {
      if (hole.name !== 'FormatReplacement') continue
      parts.push({ type: 'text', at: from, value: this.#source.slice(from, hole.from) })
      parts.push({ type: 'mix', at: hole.from, parts: childrenOf(hole).map((child) => this.lower(child, depth + 1)) })
      from = hole.to
    }
    parts.push({ type: 'text', at: from, value: this.#source.slice(from, node.to).replace(/["']{1,3}$/, '') })
    return { type: 'concat', at: node.from, parts }
  }

  #call(node: SyntaxNode, depth: number): Expression {
    const [callee, list] = childrenOf(node)
    const at = node.from
    const parts = list === undefined ? [] : childrenOf(list)
    // `join(f(x) for x in y)` has one argument.
    if (list !== undefined && parts.some(({ name }) => name === 'for'))
      return { type: 'call', at, callee: this.#calleeOr(callee, at, depth), given: [this.#comprehension(list, depth)] }
    const given = argumentsOf(parts)
    return {
      type: 'call',
      at,
      callee: this.#calleeOr(callee, at, depth),
      given: given.map(({ name, value }): Expression => {
        const lowered = value.map((part) => this.lower(part, depth + 1))
        const joined: Expression =
          lowered.length === 1 && lowered[0] !== undefined ? lowered[0] : { type: 'mix', at, parts: lowered }
        return name === undefined ? joined : { type: 'named', at, name: this.text(name), value: joined }
      }),
    }
  }

  #calleeOr(callee: SyntaxNode | undefined, at: number, depth: number): Expression {
    return callee === undefined ? { type: 'mix', at, parts: [] } : this.#callee(callee, depth)
  }

  /** `super().x(…)` is the method of the base that a class replaces. */
  #callee(node: SyntaxNode, depth: number): Expression {
    const base = /^super\([^()]{0,60}\)\.(\w{1,60})$/.exec(this.text(node).slice(0, 140))?.[1]
    if (base === undefined) return this.lower(node, depth + 1)
    const at = node.from
    const object: Expression = { type: 'name', at, name: 'self' }
    return { type: 'member', at, object, property: { type: 'text', at, value: `super ${base}` } }
  }

  #member(node: SyntaxNode, depth: number): Expression {
    const [object, property, ...more] = childrenOf(node)
    const at = node.from
    if (object === undefined) return { type: 'mix', at, parts: [] }
    const lowered = this.lower(object, depth + 1)
    if (property?.name === 'PropertyName')
      return { type: 'member', at, object: lowered, property: { type: 'text', at, value: this.text(property) } }
    if (/\[\s{0,2}::\s{0,2}-1\s{0,2}\]$/.test(this.text(node).slice(-12)))
      return { type: 'call', at, callee: { type: 'name', at, name: 'reversed' }, given: [lowered] }
    if (property === undefined || more.length > 0) return { type: 'mix', at, parts: [lowered] }
    return { type: 'member', at, object: lowered, property: this.lower(property, depth + 1) }
  }

  #dictionary(node: SyntaxNode, depth: number): Expression {
    const parts = childrenOf(node).map((child) => ({ child, value: this.lower(child, depth + 1) }))
    const fields: [string, Expression][] = []
    const rest: Expression[] = []
    for (let at = 0; at < parts.length; at++) {
      const [key, value] = [parts[at], parts[at + 1]]
      if (key?.value.type === 'text' && value !== undefined) {
        fields.push([key.value.value, value.value])
        at++
      } else if (key !== undefined) rest.push(key.value)
    }
    return { type: 'object', at: node.from, fields, rest }
  }

  #lambda(node: SyntaxNode, depth: number): Expression {
    const parts = childrenOf(node)
    const list = node.getChild('ParamList')
    const last = parts.at(-1)
    const parameters = list === null ? [] : this.parameters(list, depth)
    const body: Step[] =
      last === undefined ? [] : [{ type: 'return', at: last.from, value: this.lower(last, depth + 1) }]
    return { type: 'function', at: node.from, parameters, body }
  }

  protected text(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to)
  }
}
