/** Shortens a commit or digest and leaves a version as it is. Commands accept the short form. */
export function shortId(id: string): string {
  if (/^[0-9a-f]{40}$/.test(id)) return id.slice(0, 7)
  return /^sha256:[0-9a-f]{64}$/.test(id) ? id.slice(0, 'sha256:'.length + 12) : id
}

/** `1.0.0 → 1.1.0`, or the version alone if only the files differ. */
export function describeStep(from: string, to: string): string {
  return from === to ? shortId(from) : `${shortId(from)} → ${shortId(to)}`
}
