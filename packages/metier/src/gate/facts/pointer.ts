/** Files that stand for others: the content is kept elsewhere and is fetched by Git LFS or git-annex. */

const LFS =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\r?\n(?:ext-\d-[^\n]{1,200}\n){0,10}oid sha256:[0-9a-f]{64}\r?\nsize (\d{1,15})\r?\n?$/
const ANNEX = /^\/annex\/objects\/[^\s]{1,300}\n?$/
const LONGEST = 1024

/** In words; undefined if the text is no pointer from its first character to its last. */
export function describePointer(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const size = LFS.exec(text)?.[1]
  if (size !== undefined) return `Git LFS, ${size} bytes`
  return ANNEX.test(text) ? 'git-annex' : undefined
}
