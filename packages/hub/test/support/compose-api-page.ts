/** `docs/reference/hub-api.md`, from the definitions of the routes. */

import { RATE_LIMITS } from '../../src/http/rate-limit.js'
import type { AnyRoute } from '../../src/http/route.js'

const INTRODUCTION = `# Hub API

<!-- Generated from packages/hub/src/routes by packages/hub/test/api-reference.test.ts; METIER_UPDATE_DOCS=1 writes it. -->

What [a hub](../guides/hub.md) answers over HTTP. \`/openapi.json\` of every hub has the same routes with the schema of each request and answer, as OpenAPI 3.1.

- **Who asks**: \`Authorization: Bearer TOKEN\`. A scope in the tables is the one that the token needs: \`publish\`, \`moderate\` and \`admin\` include \`read\`, and \`admin\` includes all.
  Routes without a scope show strangers what is public, and a token more, unless the hub is closed (\`METIER_HUB_ANONYMOUS=false\`).
- **Names**: if several owners have a skill of one name, the answer is 409 with the choices; \`ownerHandle\` chooses. A skill that you may not see answers like one that
  does not exist.
- **Errors** are a sentence as \`text/plain\`: 400 invalid, 401 no valid token, 403 not allowed, 404 not found, 409 conflict, 410 withdrawn, 413 too large, 415 not text,
  422 blocked by the scan, 423 waiting for a moderator, 429 too many requests, 503 the database is away.
- **MCP** is at \`/mcp\`: the skills extension, and the tools \`search_skills\` and \`read_skill\`. Bodies have at most 1 MiB.

Requests per minute, counted for each user, or for each address without a token. Answers have \`RateLimit-Limit\` and \`RateLimit-Reset\`; 429 also has \`Retry-After\`.

`

const TITLES: Readonly<Record<string, string>> = {
  skills: 'Skills and versions',
  files: 'Files and archives',
  verdicts: 'Verdicts',
  publishing: 'Publishing and changes',
  discovery: 'Discovery',
  accounts: 'Users, tokens and owners',
  moderation: 'Moderation',
  administration: 'Administration',
  operations: 'Operations',
}

export function composeApiPage(routes: readonly AnyRoute[]): string {
  const sections = Object.entries(TITLES).map(([tag, title]) => {
    const rows = routes.filter((route) => route.tag === tag).map(composeRow)
    return `## ${title}\n\n| Request | Query | Scope | What it does |\n|---|---|---|---|\n${rows.join('')}`
  })
  return `${INTRODUCTION}${composeLimits()}\n${sections.join('\n')}`
}

function composeRow({ method, path, query, scope, summary }: AnyRoute): string {
  const fields = Object.keys(query?.properties ?? {}).map((name) => `\`${name}\``)
  const shown = path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
  return `| \`${method} ${shown}\` | ${fields.join(', ')} | ${scope ?? ''} | ${summary} |\n`
}

function composeLimits(): string {
  const { anonymous, user, admin } = RATE_LIMITS
  const buckets = Object.keys(anonymous) as (keyof typeof anonymous)[]
  const rows = buckets.map((name) => `| ${name} | ${anonymous[name]} | ${user[name]} | ${admin[name]} |\n`)
  return `| Kind | Without a token | User | Administrator |\n|---|--:|--:|--:|\n${rows.join('')}`
}
