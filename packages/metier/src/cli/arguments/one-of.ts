/** The value that a text is; the parser has refused every other text by then, unless none was given. */
export function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text)
}
