/** Pointer files: the content is stored elsewhere and fetched by Git LFS or git-annex. */

const LFS =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n(?:ext-\d-[^\n]{1,200}\n){0,10}oid sha256:[0-9a-f]{64}\r?\nsize (\d{1,15})\r?\n?$/
const ANNEX = /^\/annex\/objects\/[^\s]{1,300}\n?$/
const LONGEST = 1024

/** A description; undefined unless the whole text is a pointer. */
export function describePointer(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const size = LFS.exec(text)?.[1]
  if (size !== undefined) return `Git LFS, ${size} bytes`
  return ANNEX.test(text) ? 'git-annex' : undefined
}
