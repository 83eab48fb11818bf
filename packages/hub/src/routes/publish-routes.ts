/** Publishing: a form with all files, or files uploaded one by one before. */

import { createHash, randomBytes } from 'node:crypto'
import type { BundleFile } from 'metier/gate'
import { Type } from 'typebox'
import { isTag, normaliseHandle } from '../bundle/names.js'
import { first, one } from '../database/database.js'
import type { HubContext } from '../http/hub-context.js'
import { defineRoute, type HubAnswer } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { hashToken } from '../principals/tokens.js'
import { publishSkill } from '../skills/publish-skill.js'
import {
  Form,
  type GivenSkill,
  MOST_BUNDLE,
  MOST_FILE,
  MOST_FILES,
  MOST_FORM,
  readForm,
  readStored,
  StoredPayload,
} from './read-publication.js'

const UPLOAD_MINUTES = 60
/** Uploads of so many skills may wait for their publication. */
const MOST_WAITING = 4

const Published = Type.Object({
  ok: Type.Literal(true),
  skillId: Type.String(),
  versionId: Type.String(),
  status: Type.Union([Type.Literal('published'), Type.Literal('pending')]),
  publicationStatus: Type.Union([Type.Literal('published'), Type.Literal('pending')], {
    description: 'The same, for clients of ClawHub',
  }),
  slug: Type.String(),
  ownerHandle: Type.String(),
  version: Type.String(),
  findings: Type.Array(
    Type.Object({ severity: Type.String(), file: Type.String(), line: Type.Integer(), message: Type.String() }),
  ),
})

export const publishRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/skills',
  summary: 'Publish a version of a skill',
  tag: 'publishing',
  scope: 'publish',
  bucket: 'write',
  body: {
    mostBytes: MOST_FORM,
    description: 'A form with `payload` and `files`, or JSON with the storage ids of files that were uploaded before',
    content: { 'multipart/form-data': Form, 'application/json': StoredPayload },
  },
  answers: { 200: { description: 'Published, or waiting for a moderator', schema: Published } },
  handle: async ({ body, header, user, signal }, context) => {
    const type = header('content-type') ?? ''
    const given = type.startsWith('multipart/form-data')
      ? await readForm(body, type)
      : await readStored(context, user, body)
    if (!given.ok) return given
    return publish(context, user, given.value, signal)
  },
})

async function publish(
  { database }: HubContext,
  user: Principal,
  { payload, files }: GivenSkill,
  signal: AbortSignal,
): Promise<Outcome<HubAnswer>> {
  const { tags = [], topics = [], categories = [], executables = [], ownerHandle } = payload
  const odd = tags.find((tag) => !isTag(tag))
  if (odd !== undefined) return refuse('invalid', `'${odd}' is not a valid tag`)
  const bundle: BundleFile[] = files.map((file) => ({ ...file, isExecutable: executables.includes(file.path) }))
  const published = await publishSkill(
    database,
    user,
    {
      ...payload,
      slug: payload.slug.toLowerCase(),
      // Clients publish under the name in SKILL.md.
      name: undefined,
      owner: ownerHandle === undefined ? undefined : normaliseHandle(ownerHandle),
      tags,
      topics: [...new Set([...topics, ...categories])],
      files: bundle,
    },
    signal,
  )
  if (!published.ok) return published
  const { skillId, versionId, owner, slug, version, status, findings } = published.value
  return done({
    json: {
      ok: true,
      skillId: String(skillId),
      versionId: String(versionId),
      status,
      publicationStatus: status,
      slug,
      ownerHandle: owner,
      version,
      findings: findings
        .filter(({ severity }) => severity !== 'note')
        .slice(0, 50)
        .map(({ severity, file, line, message }) => ({ severity, file, line, message })),
    },
  })
}

export const uploadUrlRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/skills/-/upload-url',
  summary: 'Ask for an address to upload one file to',
  tag: 'publishing',
  scope: 'publish',
  bucket: 'write',
  body: Type.Object({
    path: Type.String({ minLength: 1, maxLength: 500 }),
    size: Type.Integer({ minimum: 0, maximum: MOST_FILE }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    contentType: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  answers: {
    200: {
      description: 'Where to upload; the ticket is the storage id of the file',
      schema: Type.Object({ uploadUrl: Type.String(), uploadTicket: Type.String() }),
    },
  },
  handle: async ({ body, user, origin }, { database }) => {
    const waiting = await one<{ bytes: number; files: number }>(
      database,
      `select coalesce(sum(size), 0)::bigint as bytes, count(*)::bigint as files
       from uploads where user_id = $1 and expires_at > now()`,
      [user.userId],
    )
    const isTooMuch =
      waiting.bytes + body.size > MOST_WAITING * MOST_BUNDLE || waiting.files >= MOST_WAITING * MOST_FILES
    if (isTooMuch) return refuse('too_large', 'Publish what you uploaded first')
    const ticket = randomBytes(32).toString('base64url')
    await database.query(
      `insert into uploads (ticket, user_id, path, size, sha256, content_type, expires_at)
       values ($1, $2, $3, $4, $5, $6, now() + interval '${UPLOAD_MINUTES} minutes')`,
      [hashToken(ticket), user.userId, body.path, body.size, Buffer.from(body.sha256, 'hex'), body.contentType ?? null],
    )
    return done({ json: { uploadUrl: `${origin}/api/v1/uploads/${ticket}`, uploadTicket: ticket } })
  },
})

export const uploadRoutes = (['PUT', 'POST'] as const).map((method) =>
  defineRoute({
    method,
    path: '/api/v1/uploads/:ticket',
    summary: 'Upload one file to an address that was asked for',
    tag: 'publishing',
    bucket: 'write',
    params: Type.Object({ ticket: Type.String({ pattern: '^[\\w-]{20,100}$' }) }),
    body: {
      mostBytes: MOST_FILE,
      description: 'The bytes of the file',
      content: { 'application/octet-stream': undefined },
    },
    answers: { 200: { description: 'Uploaded', schema: Type.Object({ storageId: Type.String() }) } },
    handle: async ({ params, body }, { database }) => {
      const ticket = hashToken(params.ticket)
      const upload = await first<{ size: number; sha256: Uint8Array }>(
        database,
        'select size, sha256 from uploads where ticket = $1 and expires_at > now() and data is null',
        [ticket],
      )
      if (upload === undefined) return refuse('not_found', 'Upload not found')
      const isSame = body.length === upload.size && createHash('sha256').update(body).digest().equals(upload.sha256)
      if (!isSame) return refuse('invalid', 'The file does not match the size and digest of the ticket')
      await database.query('update uploads set data = $2 where ticket = $1', [ticket, body])
      return done({ json: { storageId: params.ticket } })
    },
  }),
)
