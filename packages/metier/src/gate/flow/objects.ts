/** Containers while a script is followed: everyone who holds one sees its new content. */

import { mergeTaints, type Taint, UNKNOWN, type Value } from './value.js'

type Cell = { -readonly [Key in keyof Value]: Value[Key] }

const MOST_FIELDS = 500
const MOST_ELEMENTS = 512
const MOST_LEVELS = 4
const MOST_OWN = 24

/** Whether a value can be changed by those who hold it: a literal, an instance, or something that was constructed. */
export function isCell(value: Value): boolean {
  return value.fields !== undefined || value.list !== undefined || value.reference?.endsWith('()') === true
}

/** An empty object of that name which carries what a value carries. */
export function createCell(from: Value = UNKNOWN): Value {
  return {
    text: undefined,
    list: undefined,
    reference: from.reference,
    callable: from.callable,
    fields: new Map(),
    taints: from.taints,
  }
}

/** Sets a field by name; under an unknown name, the whole container carries it. */
export function storeField(container: Value, name: string | undefined, value: Value): void {
  if (name === undefined) {
    addTo(container, [value])
    return
  }
  const cell = container as Cell
  const fields = (cell.fields as Map<string, Value> | undefined) ?? new Map<string, Value>()
  cell.fields = fields
  if (fields.size < MOST_FIELDS || fields.has(name)) fields.set(name, value)
}

/** Adds values to a container: elements, characters, parts of a form. */
export function addTo(container: Value, values: readonly Value[]): void {
  const cell = container as Cell
  if (cell.list !== undefined && cell.list.length + values.length <= MOST_ELEMENTS)
    cell.list = [...cell.list, ...values]
  for (const value of values) copyFields(value, container)
  cell.taints = mergeTaints([container, ...values])
}

function copyFields({ fields }: Value, container: Value): void {
  if (container.fields === undefined || container.reference !== undefined) return
  for (const [name, field] of fields ?? []) storeField(container, name, field)
}

/** Everything that a value and its parts carry. */
export function allTaints(value: Value, level = 0): readonly Taint[] {
  const { fields, list, taints } = value
  if ((fields === undefined && list === undefined) || level >= MOST_LEVELS || isLarge(value)) return taints
  const inner: { readonly taints: readonly Taint[] }[] = []
  for (const part of fields?.values() ?? []) addInner(inner, part, level)
  // A list knows what its plain elements carry; containers among them may have changed.
  for (const part of list ?? []) if (part.fields !== undefined || part.list !== undefined) addInner(inner, part, level)
  return inner.length === 0 ? taints : mergeTaints([value, ...inner])
}

/** A module, the shared `this` or a large instance is not itself the data in it. */
function isLarge({ reference, fields }: Value): boolean {
  return reference !== undefined && fields !== undefined && (fields.size > MOST_OWN || !reference.includes('()'))
}

function addInner(inner: { readonly taints: readonly Taint[] }[], part: Value, level: number): void {
  if (part.callable !== undefined && !('method' in part.callable)) return
  const all = allTaints(part, level + 1)
  // A member may be a method, which is not what it works on, or a field: `run(…).stdout`.
  const taints = part.callable === undefined ? all : all.filter(({ kind }) => kind === 'content' || kind === 'file')
  if (taints.length > 0 && inner.length < MOST_ELEMENTS) inner.push({ taints })
}

/** Methods that change what they are called on. */
const CHANGES = new Set(
  'append push add set update extend insert write writestr writelines unshift appendleft put setdefault set_content set_payload attach add_field addField add_attachment add_header add_unredirected_header putheader setRequestHeader setHeader set_header feed append_data writeString'.split(
    ' ',
  ),
)

export function isChange(method: string): boolean {
  return CHANGES.has(method)
}
