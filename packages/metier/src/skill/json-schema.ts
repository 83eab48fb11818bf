/** A JSON Schema, as far as tools use it. */
export type JsonSchema = Readonly<Record<string, unknown>>
