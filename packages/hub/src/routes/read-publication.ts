/** What a client publishes: a form with all files, or JSON that names files uploaded before. */

import { type Static, Type } from 'typebox'
import { first } from '../database/database.js'
import type { HubContext } from '../http/hub-context.js'
import { parseJson } from '../http/read-input.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { hashToken } from '../principals/tokens.js'

const MEBIBYTE = 1024 * 1024
export const MOST_FILE = 10 * MEBIBYTE
export const MOST_BUNDLE = 50 * MEBIBYTE
/** A form has headers and boundaries in addition to the files. */
export const MOST_FORM = MOST_BUNDLE + 2 * MEBIBYTE
export const MOST_FILES = 1000
/** Parsing takes time for each part of a form. */
const MOST_PARTS = MOST_FILES + 100

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

export const StoredPayload = Type.Object({
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

/** What the API document says of a form. */
export const Form = Type.Object({
  payload: Payload,
  files: Type.Array(Type.String({ contentMediaType: 'application/octet-stream' }), {
    description: 'Each with its path as the file name',
  }),
})

export interface GivenSkill {
  readonly payload: Static<typeof Payload>
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

export async function readForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<Outcome<GivenSkill>> {
  if (countParts(body, type) > MOST_PARTS) return refuse('too_large', `A form has at most ${MOST_PARTS} parts`)
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => undefined)
  if (form === undefined) return refuse('invalid', 'The body is not a valid form')
  const text = form.get('payload')
  if (typeof text !== 'string') return refuse('invalid', "The form has no field 'payload'")
  const payload = parseJson<Static<typeof Payload>>(Payload, text, 'payload')
  if (!payload.ok) return payload
  const files: { readonly path: string; readonly bytes: Uint8Array }[] = []
  for (const file of form.getAll('files')) {
    if (typeof file === 'string') return refuse('invalid', "A field 'files' is not a file")
    files.push({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  return checkSizes(payload.value, files)
}

function countParts(body: Uint8Array<ArrayBuffer>, type: string): number {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary === undefined) return 0
  const [bytes, mark] = [Buffer.from(body.buffer, body.byteOffset, body.length), Buffer.from(`--${boundary}`)]
  let count = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) count++
  return count
}

function checkSizes(payload: GivenSkill['payload'], files: GivenSkill['files']): Outcome<GivenSkill> {
  if (files.length === 0) return refuse('invalid', 'The skill has no files')
  if (files.length > MOST_FILES) return refuse('too_large', `A skill has at most ${MOST_FILES} files`)
  const large = files.find(({ bytes }) => bytes.length > MOST_FILE)
  if (large !== undefined) return refuse('too_large', `'${large.path.slice(0, 80)}' is larger than 10 MiB`)
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return total > MOST_BUNDLE ? refuse('too_large', 'The skill is larger than 50 MiB') : done({ payload, files })
}

export async function readStored(
  { database }: HubContext,
  user: Principal,
  body: Uint8Array<ArrayBuffer>,
): Promise<Outcome<GivenSkill>> {
  const checked = parseJson<Static<typeof StoredPayload>>(StoredPayload, body, 'body')
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
