/** Words that many skills use whatever they are for. A small library cannot tell from its own counts that they say little. */

const GENERIC_WORDS = `access action agent ai api app application assistant automate automated automatically automation based build
  built check claude clawdbot cli code command common complete comprehensive config configure content control create data
  different enable etc example execute existing external feature features file find first format free full fully generate
  guide handle include includes including information install integrate integration interact interface key language list
  local manage management mode moltbot multi multiple new openclaw operation option output perform platform project
  provide provides query quick read real require requires result run script search send server service set setup simple
  skill skills specific start step support supports system task text time token tool tools trigger triggers type update
  user users version view web when work workflow workflows workspace write`

/** The lowercase words that are common in skills of all kinds. */
export function genericWords(): readonly string[] {
  return GENERIC_WORDS.split(/\s+/)
}
