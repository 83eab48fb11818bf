/** Words that say nothing about what a skill does: common English words and the phrasing of requests. */
const STOP_WORDS = `a about after again all also am an and any anybody anyone anything are aren as at be because been before being both
  but by came can cannot cant come could couldn d did didn do does doesn doesnt doing don done dont down during each
  either else even ever every everything few for from further get gets getting give gives goes going gone got had has
  hasn have haven having he help helped helping helps her here hers herself hey hi him himself his how however i if im in
  into is isn isnt it its itself ive just keep keeps kind kindly know let lets like ll look looking lot lots m made make
  makes making many may maybe me might mine more most much must my myself need needed needs neither no nor not now of off
  ok okay on once one ones only onto or other others ought our ours ourselves out over own per please put puts rather re
  really s same shall she should shouldn since so some somebody somehow someone something sort still such t take takes
  taking tell than thank thanks that thats the their theirs them themselves then there theres these they thing things
  this those through thus to too toward towards try trying under until up upon us use used uses using ve very via want
  wanted wants was wasn way we well were weren what whatever whats when whenever where wherever whether which while who
  whom whos whose why will with within without won wont would wouldn yes yet you your yours yourself`

/** Created for the first word: most processes never search. */
let stopWords: ReadonlySet<string> | undefined

/** Whether a lowercase word is too common to distinguish skills. */
export function isStopWord(word: string): boolean {
  stopWords ??= new Set(STOP_WORDS.split(/\s+/))
  return stopWords.has(word)
}
