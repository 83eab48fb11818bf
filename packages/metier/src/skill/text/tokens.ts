/** Estimates how many tokens a model counts for a text. */
export function estimateTokens(text: string): number {
  return Math.ceil(weighText(text))
}

/** The same before rounding, so that parts add up: four Latin characters per token, fewer in other scripts. */
export function weighText(text: string): number {
  // Most texts have no such character, and a pattern is faster than a loop.
  if (!/[\u0300-\uffff]/.test(text)) return text.length / 4
  let wide = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x2ff) wide++
  return (text.length - wide) / 4 + wide / 1.5
}
