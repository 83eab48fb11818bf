/** The searched parts of a skill, as fields of different weight. */
export interface SearchDocument {
  readonly name: string
  /** The directory below the root: `owner/name`. */
  readonly slug: string
  readonly description: string
  /** Tags, triggers, keywords. */
  readonly tags: readonly string[]
  /** The start of the body; empty if it is not available. */
  readonly body: string
}

/** The fields of a document, most specific first; a match is explained by the first field that contains it. */
export const FIELDS = ['name', 'slug', 'tags', 'description', 'headings', 'body', 'parents'] as const

/** One of the fields of a document. */
export type Field = (typeof FIELDS)[number]

/** The length in characters of each field in a typical skill: words of longer fields count less, of shorter ones more. */
export const TYPICAL_LENGTHS: Readonly<Record<Field, number>> = {
  name: 13,
  slug: 14,
  tags: 75,
  description: 185,
  headings: 280,
  body: 2350,
  parents: 10,
}

/** The text of each field, in the order of `FIELDS`. */
export function textsOf(document: SearchDocument): readonly string[] {
  const lastSlash = document.slug.lastIndexOf('/')
  return [
    document.name,
    document.slug.slice(lastSlash + 1),
    document.tags.join('\n'),
    document.description,
    document.body.includes('#') ? headingsOf(document.body) : '',
    document.body,
    document.slug.slice(0, Math.max(0, lastSlash)),
  ]
}

function headingsOf(body: string): string {
  return body.match(/^ {0,3}#{1,6}[ \t].*$/gm)?.join('\n') ?? ''
}
