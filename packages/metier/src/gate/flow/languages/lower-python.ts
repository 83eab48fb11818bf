/** Converts a Python syntax tree to a program. */

import type { SyntaxNode } from '@lezer/common'
import type { Expression, FunctionExpression, Step } from '../program.js'
import { MOST_DEPTH, PythonExpressions } from './python-expressions.js'
import { argumentsOf, childrenOf } from './python-nodes.js'

/** The steps of a parsed script. */
export function lowerPython(root: SyntaxNode, source: string): readonly Step[] {
  return new PythonReader(source).steps(root, 0)
}

class PythonReader extends PythonExpressions {
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
        return childrenOf(node).map((child): Step => ({ type: 'do', at, value: this.lower(child, depth + 1) }))
      case 'ReturnStatement':
        return [{ type: 'return', at, value: this.mixed(node, depth) }]
      case 'YieldStatement':
        // A generator gives out what it yields.
        return [{ type: 'return', at, value: this.mixed(node, depth) }]
      case 'FunctionDefinition':
        return [{ type: 'assign', at, targets: [{ name: this.#nameOf(node) }], value: this.#function(node, depth) }]
      case 'ClassDefinition':
        return [{ type: 'assign', at, targets: [{ name: this.#nameOf(node) }], value: this.#class(node, depth) }]
      case 'ScopeStatement':
        return [
          {
            type: 'global',
            at,
            names: this.text(node)
              .replace(/^\w+/, '')
              .split(',')
              .map((name) => name.trim()),
          },
        ]
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
    return [{ type: 'do', at: node.from, value: this.lower(node, depth + 1) }]
  }

  #imports(node: SyntaxNode): readonly Step[] {
    const at = node.from
    const words = this.text(node)
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
    const value = this.group(parts.slice(last + 1), node.from, depth)
    const targets = parts.slice(0, last).flatMap((part) => this.targets(part, depth))
    const isAdding = parts[last]?.name === 'UpdateOp'
    const before = isAdding && parts[0] !== undefined ? [this.lower(parts[0], depth + 1)] : []
    return [
      {
        type: 'assign',
        at: node.from,
        targets,
        value: isAdding ? { type: 'concat', at: node.from, parts: [...before, value] } : value,
      },
    ]
  }

  #loop(node: SyntaxNode, depth: number): readonly Step[] {
    const parts = childrenOf(node)
    const word = parts.findIndex(({ name }) => name === 'in')
    const body = parts.findIndex(({ name }) => name === 'Body')
    const targets = parts.slice(1, word).flatMap((part) => this.targets(part, depth))
    const value = this.group(parts.slice(word + 1, body), node.from, depth)
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
        found.push({ type: 'assign', at: part.from, targets: [{ name: this.text(part) }], value: last })
      } else if (!['with', 'as', 'async'].includes(part.name)) {
        last = this.lower(part, depth + 1)
        found.push({ type: 'do', at: part.from, value: last })
      }
    }
    return found
  }

  #function(node: SyntaxNode, depth: number): FunctionExpression {
    const list = node.getChild('ParamList')
    const body = node.getChild('Body')
    const decorators = node.parent?.name === 'DecoratedStatement' ? node.parent.getChildren('Decorator') : []
    return {
      type: 'function',
      at: node.from,
      parameters: list === null ? [] : this.parameters(list, depth),
      body: body === null ? [] : this.steps(body, depth + 1),
      isGetter: decorators.some((decorator) => /property\s{0,3}$/.test(this.text(decorator))),
    }
  }

  #class(node: SyntaxNode, depth: number): Expression {
    const bases = node.getChild('ArgList')
    const body = node.getChild('Body')
    return {
      type: 'class',
      at: node.from,
      name: this.#nameOf(node),
      bases:
        bases === null
          ? []
          : argumentsOf(childrenOf(bases)).flatMap(({ name, value }) =>
              name === undefined ? value.map((part) => this.lower(part, depth + 1)) : [],
            ),
      body: body === null ? [] : this.steps(body, depth + 1),
    }
  }

  #nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableName')
    return name === null ? '' : this.text(name)
  }
}
