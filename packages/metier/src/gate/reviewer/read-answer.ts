/** Finds the JSON object of an answer in what a model wrote. Models add fences and sentences; commands may repeat the prompt. */

/** A model that writes more braces than this before its answer has not understood. */
const MOST_ATTEMPTS = 200

/** The outermost JSON objects in a text, last first. */
export function findObjects(text: string): readonly unknown[] {
  const objects: unknown[] = []
  let at = text.indexOf('{')
  for (let attempts = 0; at >= 0 && attempts < MOST_ATTEMPTS; attempts++) {
    const end = endOfObject(text, at)
    const value = end === undefined ? undefined : parse(text.slice(at, end))
    if (value !== undefined) objects.push(value)
    // A brace in a sentence opens nothing; the object may start at the next one.
    at = text.indexOf('{', value === undefined || end === undefined ? at + 1 : end)
  }
  return objects.reverse()
}

/** The position after the brace that closes the one at `start`; undefined if none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === '\\') at++
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '{') depth++
    else if (!isQuoted && character === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
