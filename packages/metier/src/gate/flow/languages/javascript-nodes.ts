/** The parts of a JavaScript syntax tree. */

export interface ScriptTree {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

export function isTree(value: unknown): value is ScriptTree {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

export function listOf(value: unknown): readonly ScriptTree[] {
  return Array.isArray(value) ? value.filter(isTree) : isTree(value) ? [value] : []
}

export function childTrees(tree: ScriptTree): readonly ScriptTree[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    key === 'type' || key === 'typeAnnotation' ? [] : listOf(value),
  )
}

export function nameOf(tree: unknown): string {
  if (!isTree(tree)) return ''
  return typeof tree.name === 'string' ? tree.name : typeof tree.value === 'string' ? tree.value : ''
}

export function textOf(tree: unknown): string {
  return isTree(tree) && typeof tree.value === 'string' ? tree.value : ''
}

export function isFunction({ type }: ScriptTree): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration'
}
