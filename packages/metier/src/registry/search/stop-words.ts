/** Words that say nothing about what a skill does: the small words of English and the phrasing of a request. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anybody anyone anything are arent as at be because been before being
  both but by came can cannot cant come could couldnt did didnt do does doesnt doing done dont down during each either
  else even ever every everything few for from further get gets getting give gives go goes going gone got had has hasnt
  have havent having he hed hell help helped helping helps her here hers herself hey hi him himself his how however i id
  if ill im in into is isnt it itd itll its itself ive just keep keeps kind kindly know let lets like look looking lot
  lots made make makes making many may maybe me might mine more most much must my myself need needed needs neither no
  nor not now of off ok okay on once one ones only onto or other others ought our ours ourselves out over own per please
  put puts rather really same shall she should shouldnt since so some somebody somehow someone something sort still such
  take takes taking tell than thank thanks that thats the their theirs them themselves then there theres these they
  theyre theyve thing things this those through thus to too toward towards try trying under until up upon us use used
  uses using very via want wanted wants was wasnt way we well were what whatever whats when whenever where wherever
  whether which while who whom whos whose why will with within without wont would wouldnt yes yet you youd youll your
  youre yours yourself youve`.split(/\s+/),
)

/** Whether a lower-case word is too common to tell one skill from another. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}
