/** How much of a version a moderator has opened. The page opens the only file itself, so there is nothing to say about it. */
export function describeReading(files: number, unread: number): string | undefined {
  if (files < 2) return undefined
  return unread === 0 ? 'You opened every one' : `${unread} not opened yet`
}
