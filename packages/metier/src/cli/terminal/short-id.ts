/** A commit or a digest as short as people say it; a version as it is. Commands take what is shown. */
export function shortId(id: string): string {
  if (/^[0-9a-f]{40}$/.test(id)) return id.slice(0, 7)
  return /^sha256:[0-9a-f]{64}$/.test(id) ? id.slice(0, 'sha256:'.length + 12) : id
}

/** From which version to which; one alone where only the files differ. */
export function describeStep(from: string, to: string): string {
  return from === to ? shortId(from) : `${shortId(from)} → ${shortId(to)}`
}
