/** Narrows a text to one of the values. The parser has already refused other texts, so undefined means that none was given. */
export function oneOf<T extends string>(values: readonly T[], text: string | undefined): T | undefined {
  return values.find((value) => value === text)
}
