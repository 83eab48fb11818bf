/** Finds the JSON object of an answer in what a model wrote. Models add fences and sentences; commands may repeat the prompt. */

/** A model that writes more braces than this before its answer has not understood. */
const MOST_ATTEMPTS = 200

/** An object, and whether a key occurs twice in it or in a part of it: the parser would keep the last one without a word. */
interface FoundObject {
  readonly value: unknown
  readonly repeatsKey: boolean
}

/** The outermost JSON objects in a text, last first. */
export function findObjects(text: string): readonly FoundObject[] {
  const objects: FoundObject[] = []
  let at = text.indexOf('{')
  for (let attempts = 0; at >= 0 && attempts < MOST_ATTEMPTS; attempts++) {
    const end = endOfObject(text, at)
    const found = end === undefined ? undefined : parse(text.slice(at, end))
    if (found !== undefined) objects.push(found)
    // A brace in a sentence opens nothing; the object may start at the next one.
    at = text.indexOf('{', found === undefined || end === undefined ? at + 1 : end)
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

function parse(text: string): FoundObject | undefined {
  try {
    return { value: JSON.parse(text), repeatsKey: repeatsKey(text) }
  } catch {
    return undefined
  }
}

/** In valid JSON, a colon follows keys only. */
const KEY_OR_BRACE = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g

function repeatsKey(json: string): boolean {
  const open: Set<unknown>[] = []
  for (const [token, text = '', colon] of json.matchAll(KEY_OR_BRACE)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      const key: unknown = JSON.parse(text)
      if (open.at(-1)?.has(key) === true) return true
      open.at(-1)?.add(key)
    }
  }
  return false
}
