// The words and turns of phrase that give our prose away as translated, each with what to write instead.

/** A space in a pattern matches any white space, so that a phrase is found across a line break too. */
const BANNED = [
  ['mend(?:s|ed|ing)?', 'fix'],
  ['anew', 'again'],
  ['(?:some|no)body', 'someone, no one; better: name who it is'],
  ['those very', 'those exact'],
  ['whoever', 'anyone who'],
  ['(?:is|are|was|were|be|been) told', 'name who says it: tells, says, reports'],
  ['where was looked', 'which directories were searched'],
  ['lies? (?:in|at|on|below|behind|beside|inside|outside|among|elsewhere|there|where)', 'is in, is at'],
  ['stands? (?:below|above|behind|beside|between|there|here|where)', 'is'],
  ['may not stand', 'is not allowed'],
  ['tak(?:es?|en|ing) away', 'remove'],
  ['br(?:ings?|ought|inging) in', 'install, add'],
  ['beside', 'next to, in addition to'],
  ['(?<!\\bthere )is no (?!longer|more|less|fewer|larger|different|better|worse|later)', 'is not a'],
  ['(?:undefined|null|empty|false|true|left out) where', 'if'],
  [
    'What (?:is|was|can(?:not)? be|comes|lies) [^.?!:;,|]{1,60} (?:is|are|was|were|goes|stays|counts|holds|has|needs|must|may|cannot)',
    'start with the noun: what exactly is it?',
  ],
].map(([source, instead]) => ({ pattern: new RegExp(`\\b${source.replaceAll(' ', '\\s+')}\\b`, 'gi'), instead }))

/** Every banned phrase in a text, with its offset. */
export function findBanned(text) {
  return BANNED.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: phrase, index }) => ({
      index,
      phrase: phrase.trim().replace(/\s+/g, ' '),
      instead,
    })),
  ).sort((a, b) => a.index - b.index)
}
