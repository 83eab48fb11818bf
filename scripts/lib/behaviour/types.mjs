// The published types, entry by entry, as one sorted list of declarations: independent of the files that hold them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'

/** Records the declarations that an entry of the package leads to, without their comments. */
export function types(entry) {
  return (machine) => {
    const { exported, reached } = gather(machine, entry)
    return `exports:\n${exported.join('\n')}\n\n${reached.map(({ text }) => `${text}\n`).join('\n')}`
  }
}

/** Records what editors show about those declarations. */
export function typeComments(entry) {
  return (machine) => {
    const told = gather(machine, entry).reached.filter(({ comments }) => comments.length > 0)
    return told.map(({ name, comments }) => `${name}\n${comments.map((text) => `  ${text}\n`).join('')}`).join('')
  }
}

/** Follows every exported name to its declaration, and from there every name that it uses. */
function gather({ packageFolder }, entry) {
  const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const start = join(packageFolder, exports[entry].types)
  const files = new Map()
  const open = (file) => {
    if (!files.has(file)) files.set(file, readTypes(file))
    return files.get(file)
  }
  const exported = [...open(start).names.keys()].filter((name) => open(start).exported.has(name))
  const reached = new Set()
  const queue = exported.map((name) => ({ file: start, name }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const meant = open(next.file).names.get(next.name)
    if (meant?.file !== undefined) queue.push(meant)
    if (meant?.text === undefined || reached.has(meant)) continue
    reached.add(meant)
    queue.push(...meant.uses.map((name) => ({ file: next.file, name })), ...meant.inline)
  }
  const keyOf = ({ name, text }) => `${name}\n${text}`
  const sorted = [...reached].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  return { exported: exported.toSorted(), reached: sorted }
}

/** What each name of a file means: a declaration in it, or a name of another file. */
function readTypes(file) {
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const names = new Map()
  const exported = new Set()
  for (const node of program.body) {
    const found = [...readSpecifiers(node, file), ...readDeclarations(text, node, comments, file)]
    for (const [name, meaning] of found) {
      if (meaning !== undefined) names.set(name, meaning)
      if (node.type.startsWith('Export')) exported.add(name)
    }
  }
  return { names, exported }
}

/** Names that an import or an export takes from elsewhere, each with where it leads. */
function readSpecifiers(node, file) {
  const source = node.source && resolveTypes(file, node.source.value)
  return (node.specifiers ?? []).map((specifier) => {
    const { local, exported: own = local, imported = local } = specifier
    return [own.name, source ? { file: source, name: imported.name } : undefined]
  })
}

/** Nothing for the types of another package. */
function resolveTypes(file, name) {
  return name.startsWith('.') ? join(dirname(file), name.replace(/\.js$/, '.d.ts')) : undefined
}

function readDeclarations(text, node, comments, file) {
  const declaration = node.declaration ?? node
  const ids = declaration.declarations?.map(({ id }) => id) ?? [declaration.id]
  const names = ids.flatMap((id) => id?.name ?? [])
  return names.map((name) => [name, describe(text, node, comments, { file, name })])
}

function describe(text, node, comments, { file, name }) {
  const inside = comments.filter(({ start, end }) => start >= node.start && end <= node.end)
  const before = comments.filter(({ end }) => end <= node.start && text.slice(end, node.start).trim() === '')
  const whole = withoutComments(text, node, inside)
  const inline = [...whole.matchAll(/import\("(\.[^"]+)"\)\.(\w+)/g)].map(([, source, meant]) => ({
    file: resolveTypes(file, source),
    name: meant,
  }))
  // Whether a file exports it says nothing about the entry.
  const shown = whole.replaceAll(/import\("\.[^"]+"\)\./g, '').replace(/^(?:export |declare )+/, '')
  const uses = [...new Set(shown.match(/\b[A-Za-z_]\w*/g))].filter((word) => word !== name)
  return { name, text: shown, uses, inline, comments: [...before.slice(-1), ...inside].map(plain) }
}

function withoutComments(text, node, inside) {
  let shown = ''
  let at = node.start
  for (const { start, end } of inside) {
    shown += text.slice(at, start)
    at = end
  }
  const lines = (shown + text.slice(at, node.end)).split('\n')
  return lines.filter((line) => line.trim() !== '').join('\n')
}

function plain({ value }) {
  return value
    .replaceAll(/\s*\n\s*\*? ?/g, ' ')
    .replace(/^\*\s*/, '')
    .trim()
}
