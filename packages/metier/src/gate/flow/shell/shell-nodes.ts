/** Generic access to a shell syntax tree, regardless of what a structure means. */

import type { CommandNode, CompoundList, Statement, Word } from 'unbash'

export type Node = CommandNode | CompoundList | Statement | Word | Statement['command']

/** A node's direct children, in text order. */
export function childrenOf(node: { readonly type: string }): readonly Node[] {
  const values = Object.values(node).flatMap((value: unknown): readonly unknown[] =>
    Array.isArray(value) ? value : [value],
  )
  return values.filter(isNode).sort((a, b) => positionOf(a) - positionOf(b))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function positionOf(node: Node): number {
  return 'pos' in node ? node.pos : 0
}
