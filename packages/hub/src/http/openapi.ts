/** The API as an OpenAPI 3.1 document, made from the schemas that check the requests. */

import type { TObject, TSchema } from 'typebox'
import { type AnyRoute, isRawBody } from './route.js'

export interface DocumentFacts {
  readonly version: string
  readonly server: string
}

export function describeApi(routes: readonly AnyRoute[], { version, server }: DocumentFacts): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Metier Hub',
      version,
      description: 'A registry of agent skills. Speaks the ClawHub API v1, and its own below /api/hub/v1.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Refusal: {
          description: 'Why not, as a sentence',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
      },
    },
    paths,
  }
}

function describeRoute({ method, path, summary, tag, scope, params, query, body, answers }: AnyRoute): object {
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, { description, schema, type = 'application/octet-stream' }]) => [
      status,
      {
        description,
        content: schema === undefined ? { [type]: {} } : { 'application/json': { schema: toPlain(schema) } },
      },
    ]),
  )
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z0-9]/g, '')}`,
    summary: scope === undefined ? summary : `${summary} (scope: ${scope})`,
    tags: [tag],
    // Without a scope, a token shows more than strangers see.
    security: scope === undefined ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [...listParameters('path', params), ...listParameters('query', query)],
    ...(body !== undefined && { requestBody: describeBody(body) }),
    responses: { ...responses, default: { $ref: '#/components/responses/Refusal' } },
  }
}

function listParameters(place: 'path' | 'query', schema: TObject | undefined): readonly object[] {
  if (schema === undefined) return []
  const { properties, required = [] } = toPlain(schema) as {
    readonly properties: Readonly<Record<string, object>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

function describeBody(body: NonNullable<AnyRoute['body']>): object {
  if (!isRawBody(body)) return { required: true, content: { 'application/json': { schema: toPlain(body) } } }
  const content = Object.entries(body.content).map(([type, schema]) => [
    type,
    schema === undefined ? {} : { schema: toPlain(schema) },
  ])
  return { required: true, description: body.description, content: Object.fromEntries(content) }
}

/** Without the marks that the library leaves on schemas. */
function toPlain(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema)) as object
}
