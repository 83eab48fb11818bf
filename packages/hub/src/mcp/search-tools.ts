/** Two tools for clients that do not know the skills extension: search, and read. */

import type { McpServer } from '@modelcontextprotocol/server'
import { type Static, Type } from 'typebox'
import type { Sql } from '../database/database.js'
import { checkValue } from '../http/read-input.js'
import type { Viewer } from '../principals/principal.js'
import { searchSkills } from '../search/search-skills.js'
import { readStoredFile, unpackContent } from '../skills/blobs.js'
import { findObstacle, findUsableSkill, findVersion } from '../skills/find-skill.js'
import { listFiles } from '../skills/list-versions.js'

const SearchInput = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 500, description: 'What the user wants to do' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})

const ReadInput = Type.Object({
  skill: Type.String({ minLength: 1, maxLength: 200, description: 'Its name, or @owner/name' }),
  file: Type.Optional(Type.String({ maxLength: 500, description: 'A file of the skill; SKILL.md by default' })),
  version: Type.Optional(Type.String({ maxLength: 128 })),
})

const TOOLS = [
  { name: 'search_skills', description: 'Find skills by what they do', inputSchema: SearchInput },
  { name: 'read_skill', description: 'Read the instructions of a skill, or one of its files', inputSchema: ReadInput },
] as const

const LONGEST_FILE = 256 * 1024

export function addSearchTools({ server }: McpServer, sql: Sql, viewer: Viewer): void {
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.map(({ inputSchema, ...tool }) => ({
      ...tool,
      inputSchema: JSON.parse(JSON.stringify(inputSchema)) as { readonly type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const input = params.arguments ?? {}
    switch (params.name) {
      case 'search_skills':
        return search(sql, viewer, input)
      case 'read_skill':
        return read(sql, viewer, input)
      default:
        return refuse(`There is no tool '${params.name.slice(0, 80)}'`)
    }
  })
}

async function search(sql: Sql, viewer: Viewer, input: unknown) {
  const checked = checkValue<Static<typeof SearchInput>>(SearchInput, input, 'input')
  if (!checked.ok) return refuse(checked.refusal.message)
  const rows = await searchSkills(sql, viewer, checked.value.query, checked.value.limit ?? 10)
  const skills = rows.map(({ owner, slug, summary, score }) => ({
    skill: `@${owner}/${slug}`,
    description: summary,
    score,
  }))
  return say(JSON.stringify({ count: skills.length, skills }))
}

async function read(sql: Sql, viewer: Viewer, input: unknown) {
  const checked = checkValue<Static<typeof ReadInput>>(ReadInput, input, 'input')
  if (!checked.ok) return refuse(checked.refusal.message)
  const { skill: name, file: path = 'SKILL.md', version: wanted } = checked.value
  const [, owner, slug = name] = /^@([^/]+)\/(.+)$/.exec(name) ?? []
  const skill = await findUsableSkill(sql, viewer, { slug, owner })
  if (!skill.ok) return refuse(skill.refusal.message)
  const version = await findVersion(sql, viewer, skill.value, { version: wanted })
  if (!version.ok) return refuse(version.refusal.message)
  const obstacle = findObstacle(version.value)
  if (obstacle !== undefined) return refuse(obstacle.refusal.message)
  const file = await readStoredFile(sql, version.value.id, path)
  if (file === undefined) {
    const paths = (await listFiles(sql, version.value.id)).map((each) => each.path)
    return refuse(`The skill has no file '${path.slice(0, 80)}'. It has: ${paths.slice(0, 50).join(', ')}`)
  }
  if (file.size > LONGEST_FILE) return refuse(`'${file.path}' is too large to read`)
  return say(new TextDecoder().decode(unpackContent(file)))
}

function say(text: string) {
  return { content: [{ type: 'text' as const, text }] }
}

function refuse(text: string) {
  return { ...say(text), isError: true }
}
