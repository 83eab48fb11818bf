/**
 * A skill's main file in a form that the skills extension accepts. Clients of the extension refuse a whole list for one
 * invalid entry, and many skills have more than text in their metadata: such a file is rewritten.
 */

import { type Document, parseSkill } from '../../../skill/parse.js'
import { splitDocument } from '../../../skill/split.js'
import { isRecord, messageOf } from '../../../skill/unknown-value.js'
import { digest } from '../../../system/files/digest.js'
import { readYaml } from '../../../system/yaml.js'
import type { Sdk } from '../../sdk.js'
import { MAIN_FILE } from './skill-uri.js'

interface PublishedText {
  /** The complete text that clients read. */
  readonly text: string
  readonly frontmatter: Entry['frontmatter']
  /** The digest of the text, as clients compute it. */
  readonly digest: string
  readonly size: number
}

type Entry = Awaited<ReturnType<Sdk['skillEntry']>>

/** The text, or why the file cannot be published. */
export type PublishResult =
  | { readonly ok: true; readonly value: PublishedText }
  | { readonly ok: false; readonly reason: string }

/** The text as it is if the extension accepts it; otherwise the same fields in a form that it accepts. */
export async function publishText(sdk: Pick<Sdk, 'skillEntry'>, name: string, text: string): Promise<PublishResult> {
  const asWritten = await readEntry(sdk, name, text)
  if (asWritten.ok) return asWritten
  const retold = retell(name, text)
  return retold === undefined ? asWritten : readEntry(sdk, name, retold)
}

/** Clients compare the frontmatter with the file, so the SDK reads it here too. */
async function readEntry({ skillEntry }: Pick<Sdk, 'skillEntry'>, name: string, text: string): Promise<PublishResult> {
  try {
    const { frontmatter } = await skillEntry(name, { [MAIN_FILE]: text })
    return { ok: true, value: { text, frontmatter, digest: `sha256:${digest(text)}`, size: Buffer.byteLength(text) } }
  } catch (error) {
    return { ok: false, reason: messageOf(error) }
  }
}

/** Writes each field on its own line as JSON, which is valid YAML, and keeps the body. Undefined if the file does not load as this skill. */
function retell(name: string, text: string): string | undefined {
  const document = parseSkill(text, { directory: name, readYaml })
  if (!document.isLoadable || document.name !== name) return undefined
  const { metadata, ...others } = document.frontmatter
  const texts = isRecord(metadata) ? { metadata: toTexts(metadata, document) } : {}
  const fields = { ...others, name, description: document.description, ...texts }
  const lines = Object.entries(fields).map(([key, value]) => `${printKey(key)}: ${JSON.stringify(value) ?? 'null'}`)
  return `---\n${lines.join('\n')}\n---\n${text.slice(splitDocument(text).bodyStart)}`
}

/** Numbers keep their spelling; lists and mappings become JSON. */
function toTexts(metadata: Readonly<Record<string, unknown>>, { sources }: Document): Readonly<Record<string, string>> {
  const texts = Object.entries(metadata).map(([key, value]) => {
    const source = sources.get(`/metadata/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    return [key, typeof value === 'string' ? value : (source ?? JSON.stringify(value) ?? '')] as const
  })
  return Object.fromEntries(texts)
}

function printKey(key: string): string {
  return /^[A-Za-z][\w-]*$/.test(key) ? key : JSON.stringify(key)
}
