/** Publishing: a form with all files, or files uploaded one by one before. */

import { createHash, randomBytes } from 'node:crypto'
import type { BundleFile } from 'metier/gate'
import { type Static, Type } from 'typebox'
import { isTag, normaliseHandle } from '../bundle/names.js'
import { first, one } from '../database/database.js'
import type { HubContext } from '../http/hub-context.js'
import { checkValue } from '../http/read-input.js'
import { defineRoute, type HubAnswer } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { hashToken } from '../principals/tokens.js'
import { publishSkill } from '../skills/publish-skill.js'

const MEBIBYTE = 1024 * 1024
const MOST_FILE = 10 * MEBIBYTE
const MOST_BUNDLE = 50 * MEBIBYTE
/** A form has headers and boundaries in addition to the files. */
const MOST_FORM = MOST_BUNDLE + 2 * MEBIBYTE
const MOST_FILES = 1000
const UPLOAD_MINUTES = 60

const Payload = Type.Object({
  slug: Type.String({ maxLength: 200 }),
  displayName: Type.Optional(Type.String({ maxLength: 200 })),
  version: Type.String({ maxLength: 128 }),
  changelog: Type.Optional(Type.String({ maxLength: 20_000 })),
  acceptLicenseTerms: Type.Optional(Type.Boolean()),
  ownerHandle: Type.Optional(Type.String({ maxLength: 60 })),
  visibility: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('private')])),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  topics: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  categories: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  executables: Type.Optional(
    Type.Array(Type.String({ maxLength: 500 }), {
      maxItems: MOST_FILES,
      description: 'The paths of files that may be run',
    }),
  ),
})

const StoredPayload = Type.Object({
  ...Payload.properties,
  files: Type.Array(
    Type.Object({
      path: Type.String({ minLength: 1, maxLength: 500 }),
      size: Type.Integer({ minimum: 0, maximum: MOST_FILE }),
      storageId: Type.String({ maxLength: 200 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      contentType: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    { minItems: 1, maxItems: MOST_FILES },
  ),
})

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
    kind: 'bytes',
    mostBytes: MOST_FORM,
    description:
      'multipart/form-data with `payload` (JSON) and `files`, or JSON with the storage ids of uploaded files',
  },
  answers: { 200: { description: 'Published, or waiting for a moderator', schema: Published } },
  handle: async ({ body, header, user, signal }, context) => {
    const type = header('content-type') ?? ''
    const given = type.startsWith('multipart/form-data')
      ? await readForm(body, type)
      : await readStored(context, user, body)
    if (!given.ok) return given
    return publish(context, user, given.value.payload, given.value.files, signal)
  },
})

interface GivenSkill {
  readonly payload: Static<typeof Payload>
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

async function publish(
  { database }: HubContext,
  user: Principal,
  payload: Static<typeof Payload>,
  files: GivenSkill['files'],
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

async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<Outcome<GivenSkill>> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  if (form === undefined) return refuse('invalid', 'The body is not a valid form')
  const text = form.get('payload')
  if (typeof text !== 'string') return refuse('invalid', "The form has no field 'payload'")
  const payload = parsePayload(text)
  if (!payload.ok) return payload
  const files: { readonly path: string; readonly bytes: Uint8Array }[] = []
  for (const file of form.getAll('files')) {
    if (typeof file === 'string') return refuse('invalid', "A field 'files' is not a file")
    files.push({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  return checkSizes(payload.value, files)
}

function parsePayload(text: string): Outcome<Static<typeof Payload>> {
  try {
    return checkValue(Payload, JSON.parse(text), 'payload')
  } catch {
    return refuse('invalid', "The field 'payload' is not valid JSON")
  }
}

function checkSizes(payload: GivenSkill['payload'], files: GivenSkill['files']): Outcome<GivenSkill> {
  if (files.length === 0) return refuse('invalid', 'The skill has no files')
  if (files.length > MOST_FILES) return refuse('too_large', `A skill has at most ${MOST_FILES} files`)
  const large = files.find(({ bytes }) => bytes.length > MOST_FILE)
  if (large !== undefined) return refuse('too_large', `'${large.path.slice(0, 80)}' is larger than 10 MiB`)
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return total > MOST_BUNDLE ? refuse('too_large', 'The skill is larger than 50 MiB') : done({ payload, files })
}

async function readStored(
  { database }: HubContext,
  user: Principal,
  body: Uint8Array<ArrayBuffer>,
): Promise<Outcome<GivenSkill>> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return refuse('invalid', 'The body is not valid JSON')
  }
  const checked = checkValue<Static<typeof StoredPayload>>(StoredPayload, value, 'body')
  if (!checked.ok) return checked
  const files: { readonly path: string; readonly bytes: Uint8Array }[] = []
  for (const { path, storageId, sha256, size } of checked.value.files) {
    const upload = await first<{ data: Uint8Array | null; path: string; sha256: Uint8Array }>(
      database,
      `select data, path, sha256 from uploads where ticket = $1 and user_id = $2 and expires_at > now()`,
      [hashToken(storageId), user.userId],
    )
    const data = upload?.data ?? undefined
    const isSame =
      data?.length === size && upload?.path === path && Buffer.from(upload.sha256).toString('hex') === sha256
    if (data === undefined || !isSame) return refuse('invalid', `'${path.slice(0, 80)}' was not uploaded as described`)
    files.push({ path, bytes: data })
  }
  return checkSizes(checked.value, files)
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
    const waiting = await one<{ bytes: number }>(
      database,
      'select coalesce(sum(size), 0)::bigint as bytes from uploads where user_id = $1 and expires_at > now()',
      [user.userId],
    )
    if (waiting.bytes + body.size > 4 * MOST_BUNDLE) return refuse('too_large', 'Publish what you uploaded first')
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
    body: { kind: 'bytes', mostBytes: MOST_FILE, description: 'The bytes of the file' },
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
