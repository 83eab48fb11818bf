/** Converts a Python syntax tree to a program. */

import type { SyntaxNode } from '@lezer/common'
import type { Expression, Step, Target } from '../program.js'
import { argumentsOf, childrenOf, readString } from './python-nodes.js'

const MOST_DEPTH = 200

/** The steps of a parsed script. */
export function lowerPython(root: SyntaxNode, source: string): readonly Step[] {
  return new PythonReader(source).steps(root, 0)
}

class PythonReader {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  steps(parent: SyntaxNode, depth: number): Step[] {
    if (depth > MOST_DEPTH) return []
    const found: Step[] = []
    for (const node of childrenOf(parent)) found.push(...this.#step(node, depth))
    return found
  }

  #step(node: SyntaxNode, depth: number): readonly Step[] {
    const at = node.from
    switch (node.name) {
      case 'ImportStatement':
        return this.#imports(node)
      case 'AssignStatement':
      case 'UpdateStatement':
        return this.#assign(node, depth)
      case 'ExpressionStatement':
        return childrenOf(node).map((child): Step => ({ type: 'do', at, value: this.#lower(child, depth + 1) }))
      case 'ReturnStatement':
        return [{ type: 'return', at, value: this.#mixed(node, depth) }]
      case 'FunctionDefinition':
        return [{ type: 'assign', at, targets: [{ name: this.#nameOf(node) }], value: this.#function(node, depth) }]
      case 'ForStatement':
        return this.#loop(node, depth)
      case 'WithStatement':
        return this.#with(node, depth)
      default:
        return this.#open(node, depth)
    }
  }

  /** Branches, classes, decorators and tries are flattened; their conditions are examined too. */
  #open(node: SyntaxNode, depth: number): readonly Step[] {
    if (node.firstChild === null) return []
    if (/Statement$|Definition$|^Body$|^Script$/.test(node.name)) return this.steps(node, depth + 1)
    return [{ type: 'do', at: node.from, value: this.#lower(node, depth + 1) }]
  }

  #imports(node: SyntaxNode): readonly Step[] {
    const at = node.from
    const words = this.#text(node)
      .replace(/[()\\]/g, ' ')
      .trim()
    const from = /^from\s+([\w.]+)\s+import\s+/.exec(words)
    const list = words.slice(from === null ? 'import '.length : from[0].length)
    return list.split(',').map((part): Step => {
      const [name = '', as] = part.trim().split(/\s{1,8}as\s{1,8}/)
      const reference = from === null ? name : `${from[1]}.${name}`
      return {
        type: 'import',
        at,
        name: as ?? (from === null ? (name.split('.', 1)[0] ?? '') : name),
        from: as === undefined && from === null ? (name.split('.', 1)[0] ?? '') : reference,
      }
    })
  }

  #assign(node: SyntaxNode, depth: number): readonly Step[] {
    const parts = childrenOf(node)
    const operators = parts.flatMap((part, index) =>
      part.name === 'AssignOp' || part.name === 'UpdateOp' ? [index] : [],
    )
    const last = operators.at(-1)
    if (last === undefined) return []
    const value = this.#group(parts.slice(last + 1), node.from, depth)
    const targets = parts.slice(0, last).flatMap((part) => this.#targets(part))
    const isAdding = parts[last]?.name === 'UpdateOp'
    const before = isAdding && parts[0] !== undefined ? [this.#lower(parts[0], depth + 1)] : []
    return [
      {
        type: 'assign',
        at: node.from,
        targets,
        value: isAdding ? { type: 'concat', at: node.from, parts: [...before, value] } : value,
      },
    ]
  }

  #targets(node: SyntaxNode): readonly Target[] {
    if (node.name === 'VariableName') return [{ name: this.#text(node) }]
    if (node.name === 'MemberExpression') {
      const path = this.#text(node)
      const root = /^self\.\w+/.exec(path)?.[0] ?? /^\w+/.exec(path)?.[0] ?? ''
      return [{ name: root, isInto: true }]
    }
    if (node.name === 'TypeDef' || node.name === 'AssignOp') return []
    return childrenOf(node).flatMap((child) => this.#targets(child))
  }

  #loop(node: SyntaxNode, depth: number): readonly Step[] {
    const parts = childrenOf(node)
    const word = parts.findIndex(({ name }) => name === 'in')
    const body = parts.findIndex(({ name }) => name === 'Body')
    const targets = parts.slice(1, word).flatMap((part) => this.#targets(part))
    const value = this.#group(parts.slice(word + 1, body), node.from, depth)
    const first: Step = {
      type: 'assign',
      at: node.from,
      targets,
      value: { type: 'mix', at: node.from, parts: [value] },
    }
    return [first, ...parts.slice(body).flatMap((part) => (part.name === 'Body' ? this.steps(part, depth + 1) : []))]
  }

  #with(node: SyntaxNode, depth: number): readonly Step[] {
    const found: Step[] = []
    let last: Expression | undefined
    for (const part of childrenOf(node)) {
      if (part.name === 'Body') found.push(...this.steps(part, depth + 1))
      else if (part.name === 'VariableName' && part.prevSibling?.name === 'as' && last !== undefined) {
        found.push({ type: 'assign', at: part.from, targets: [{ name: this.#text(part) }], value: last })
      } else if (!['with', 'as', 'async'].includes(part.name)) {
        last = this.#lower(part, depth + 1)
        found.push({ type: 'do', at: part.from, value: last })
      }
    }
    return found
  }

  #function(node: SyntaxNode, depth: number): Expression {
    const list = node.getChild('ParamList')
    const parameters =
      list === null
        ? []
        : childrenOf(list).flatMap((part) =>
            part.name === 'VariableName' && part.prevSibling?.name !== 'AssignOp' ? [this.#text(part)] : [],
          )
    const body = node.getChild('Body')
    return { type: 'function', at: node.from, parameters, body: body === null ? [] : this.steps(body, depth + 1) }
  }

  #nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableName')
    return name === null ? '' : this.#text(name)
  }

  #group(nodes: readonly SyntaxNode[], at: number, depth: number): Expression {
    const parts = nodes.map((part) => this.#lower(part, depth + 1))
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'list', at, parts }
  }

  #mixed(node: SyntaxNode, depth: number): Expression {
    return this.#group(
      childrenOf(node).filter(({ name }) => name !== 'return' && name !== 'await'),
      node.from,
      depth,
    )
  }

  #lower(node: SyntaxNode, depth: number): Expression {
    const at = node.from
    if (depth > MOST_DEPTH) return { type: 'mix', at, parts: [] }
    const inner = () => childrenOf(node).map((child) => this.#lower(child, depth + 1))
    switch (node.name) {
      case 'String':
        return { type: 'text', at, value: readString(this.#text(node)) }
      case 'ContinuedString':
        return { type: 'concat', at, parts: inner() }
      case 'FormatString':
        return this.#format(node, depth)
      case 'Number':
        return { type: 'number', at, value: Number(this.#text(node).replaceAll('_', '')) }
      case 'VariableName':
        return { type: 'name', at, name: this.#text(node) }
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
        return this.#mixed(node, depth)
      default:
        return { type: 'mix', at, parts: inner() }
    }
  }

  /** `a + b` and `'%s' % a` assemble a text. */
  #binary(node: SyntaxNode, depth: number): Expression {
    const operator = node.getChild('ArithOp')
    const sign = operator === null ? '' : this.#text(operator)
    const parts = childrenOf(node).flatMap((child) =>
      child.name.endsWith('Op') ? [] : [this.#lower(child, depth + 1)],
    )
    // `Path.home() / '.ssh'` is a path.
    const [left, right] = parts
    if (
      sign === '/' &&
      left !== undefined &&
      right !== undefined &&
      (right.type === 'text' || left.type === 'concat')
    ) {
      return { type: 'concat', at: node.from, parts: [left, { type: 'text', at: node.from, value: '/' }, right] }
    }
    const isText = sign === '+' || (sign === '%' && parts[0]?.type === 'text')
    return { type: isText ? 'concat' : 'mix', at: node.from, parts }
  }

  #format(node: SyntaxNode, depth: number): Expression {
    const parts: Expression[] = []
    let from = node.from + this.#text(node).search(/["']/) + 1
    for (const hole of childrenOf(node)) {
      if (hole.name !== 'FormatReplacement') continue
      parts.push({ type: 'text', at: from, value: this.#source.slice(from, hole.from) })
      parts.push({ type: 'mix', at: hole.from, parts: childrenOf(hole).map((child) => this.#lower(child, depth + 1)) })
      from = hole.to
    }
    parts.push({ type: 'text', at: from, value: this.#source.slice(from, node.to).replace(/["']{1,3}$/, '') })
    return { type: 'concat', at: node.from, parts }
  }

  #call(node: SyntaxNode, depth: number): Expression {
    const [callee, list] = childrenOf(node)
    const given = list === undefined ? [] : argumentsOf(childrenOf(list))
    const at = node.from
    return {
      type: 'call',
      at,
      callee: callee === undefined ? { type: 'mix', at, parts: [] } : this.#lower(callee, depth + 1),
      given: given.map(({ name, value }): Expression => {
        const lowered = value.map((part) => this.#lower(part, depth + 1))
        const joined: Expression =
          lowered.length === 1 && lowered[0] !== undefined ? lowered[0] : { type: 'mix', at, parts: lowered }
        return name === undefined ? joined : { type: 'object', at, fields: [[this.#text(name), joined]], rest: [] }
      }),
    }
  }

  #member(node: SyntaxNode, depth: number): Expression {
    const [object, property, ...more] = childrenOf(node)
    const at = node.from
    if (object === undefined) return { type: 'mix', at, parts: [] }
    const lowered = this.#lower(object, depth + 1)
    if (property?.name === 'PropertyName')
      return { type: 'member', at, object: lowered, property: { type: 'text', at, value: this.#text(property) } }
    if (/\[\s{0,2}::\s{0,2}-1\s{0,2}\]$/.test(this.#text(node).slice(-12)))
      return { type: 'call', at, callee: { type: 'name', at, name: 'reversed' }, given: [lowered] }
    if (property === undefined || more.length > 0) return { type: 'mix', at, parts: [lowered] }
    return { type: 'member', at, object: lowered, property: this.#lower(property, depth + 1) }
  }

  #dictionary(node: SyntaxNode, depth: number): Expression {
    const parts = childrenOf(node).map((child) => ({ child, value: this.#lower(child, depth + 1) }))
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
    const parameters = list === null ? [] : childrenOf(list).map((part) => this.#text(part))
    const body: Step[] =
      last === undefined ? [] : [{ type: 'return', at: last.from, value: this.#lower(last, depth + 1) }]
    return { type: 'function', at: node.from, parameters, body }
  }

  #text(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to)
  }
}
