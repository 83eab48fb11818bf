// Reference pages from the JSON Schemas of the package: every key with its type, its default and its description.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SCHEMAS = {
  config: 'Configuration keys',
  tools: 'Keys of tools.yaml',
  skill: 'Keys of the frontmatter',
  evals: 'Keys of evals/*.json',
  lock: 'Keys of the lockfile',
}

/** The pages by their path below the site: `reference/schemas/config.md`. */
export function composeSchemaPages(packageFolder) {
  return new Map(
    Object.entries(SCHEMAS).map(([name, title]) => {
      const schema = JSON.parse(readFileSync(join(packageFolder, `schemas/${name}.schema.json`), 'utf8'))
      return [`reference/schemas/${name}.md`, composePage(schema, { name, title })]
    }),
  )
}

function composePage(schema, { name, title }) {
  const sections = collectTables(schema)
  const intro = `Made from \`metier/${name}.schema.json\`, which [editors](../../guides/editors.md) use as well.`
  const tables = sections.map(({ path, description, rows }) =>
    [`## ${path === '' ? 'At the top' : `\`${path}\``}`, description, table(rows)].filter((part) => part).join('\n\n'),
  )
  return `${[`# ${title}`, schema.description ?? '', intro, ...tables].filter((part) => part !== '').join('\n\n')}\n`
}

/** One table for each object that has keys, outermost first. */
function collectTables(root) {
  const tables = []
  const seen = new Set()
  const visit = (schema, path) => {
    const node = follow(schema, root)
    if (typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    if (node.properties !== undefined) {
      const rows = Object.entries(node.properties).map(([key, value]) => rowOf(key, value, { node, root }))
      tables.push({ path, description: path === '' ? '' : node.description, rows })
    }
    for (const [inner, at] of listInner(node, path)) visit(inner, at)
  }
  visit(root, '')
  return tables
}

/** The schemas inside of a schema, with their paths. */
function listInner(node, path) {
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = node
  const keys = Object.entries(properties).map(([key, value]) => [value, path === '' ? key : `${path}.${key}`])
  const others = typeof additionalProperties === 'object' ? [[additionalProperties, `${path}.NAME`]] : []
  const elements = items === undefined ? [] : [[items, `${path}[]`]]
  return [...keys, ...elements, ...others, ...[...oneOf, ...anyOf, ...allOf].map((choice) => [choice, path])]
}

function rowOf(key, value, { node, root }) {
  const schema = follow(value, root)
  const fallback = schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``
  const required = node.required?.includes(key) ? ' (required)' : ''
  return [`\`${key}\`${required}`, typeOf(schema, root), value.description ?? schema.description ?? '', fallback]
}

function table(rows) {
  const cells = rows.map(
    (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`,
  )
  return ['| Key | Type | Description | Default |', '|---|---|---|---|', ...cells].join('\n')
}

function typeOf(schema, root) {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return [...new Set(choices.map((each) => typeOf(follow(each, root), root)))].join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(follow(schema.items ?? {}, root), root)}`
  return `${[schema.type ?? 'any'].flat().join(' or ')}${rangeOf(schema)}`
}

function rangeOf({ minimum, maximum, minLength, maxLength }) {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `, at least ${least}`
  return least === undefined ? `, at most ${most}` : `, ${least} to ${most}`
}

function follow(schema, root) {
  if (schema?.$ref === undefined) return schema
  return schema.$ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .reduce((node, part) => node[part], root)
}
