// The reference of the page's API, read from its one definition: every endpoint with its input, and the types of all answers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The page `reference/http-api.md`. */
export function composeHttpPage(packageFolder) {
  const folder = join(packageFolder, 'src/dashboard/api')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'endpoints.ts')
  const endpoints = read(join(folder, 'endpoints.ts'))
  const api = endpoints.statements.find((node) => node.name?.text === 'DashboardApi')
  const rows = api.members.map((member) => describeEndpoint(member, endpoints))
  const types = files.flatMap((file) => describeTypes(read(join(folder, file))))
  return `# Endpoints of the page

The API behind [the page](../guides/dashboard.md), made from its types. [HTTP](http.md) says who may call it and how errors look. It may change with any version.

| Request | Input | Answer |
|---|---|---|
${rows.join('\n')}

## Types

${types.join('\n\n')}
`
}

function read(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2024, true)
}

function describeEndpoint(member, source) {
  const [input, answer] = member.type.typeArguments.map((node) => tidy(node.getText(source)))
  const shown = answer.startsWith('{') ? code(answer) : `[\`${answer}\`](#${answer.toLowerCase()})`
  const comment = commentOf(member)
  const request = `\`${member.name.text}\`${comment === '' ? '' : `<br>${comment}`}`
  return `| ${request} | ${input === 'NoInput' ? '' : code(input)} | ${shown} |`
}

function tidy(type) {
  return type
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/readonly /g, '')
    .replace(/OneSkill/g, '{ skill }')
    .replace(/OneInstall/g, '{ id }')
    .replace(/\s+/g, ' ')
}

function code(text) {
  return `\`${text.replaceAll('|', '\\|')}\``
}

function commentOf(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  return comment?.comment === undefined ? '' : ts.getTextOfJSDocComment(comment.comment).replace(/\s+/g, ' ')
}

function describeTypes(source) {
  const isType = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
  return source.statements.filter(isType).map((node) => {
    const text = node.getText(source).replace(/^export /, '')
    return [`### ${node.name.text}`, commentOf(node), `\`\`\`ts\n${text}\n\`\`\``]
      .filter((part) => part !== '')
      .join('\n\n')
  })
}
