/** Whether a skill speaks as those do who look for attacks. */

import type { Evidence } from '../evidence.js'

/** Words of those who look for attacks, in six languages; each stem counts once. */
const WATCHFUL =
  /attack|malicious|suspicious|suspect|phish|scam|injection|exploit|threat|implant|backdoor|compromis|intrud|intrusion|malware|forged|spoof|red[- ]flag|warning[- ]sign|deceiv|trick|thief|thieves|stolen|detect|forensic|incident|evidence|triage|vett|untrusted|unknown (?:party|place|address|host)|third[- ]party|hostile|harmful|indicators?|post-?mortem|adversar|living[- ]off|hunting for|alarma|alarme|warnung vor|desconocid|ajen[oa]s?\b|inconnu|unbekannte|capture[- ]the[- ]flag|angriff|angreif|schad|verdächtig|betrug|betrüg|dieb|fälsch|gefälscht|täusch|schütz|warnzeichen|eindring|vorfall|misstrau|lockvogel|köder|schulung|unterricht|ataque|atacante|malicios|sospech|fraude|estafa|engañ|señales|intrus|robo |falso|taller de|inqui[eè]t|attaqu|malveill|suspect|arnaque|hameçonn|piège|vigilan|intrusion|soupçon|méfi|signaler|tierce|falsche[rn]? |恶意|攻击|可疑|钓鱼|诈骗|入侵|木马|后门|注入|风险|疑问|警惕|取证|审查|排查|複盤|复盘|攻撃|悪意|不審|詐欺|侵入|怪しい|研修|訓練|演習|教材|注意喚起|なりすまし/gi
const ENOUGH = 2
const MOST_TEXT = 60_000

const watchful = new WeakMap<Evidence, Map<number, boolean>>()

/** Whether a document and the instructions speak of attacks in several words. */
export function isWatchful(file: number, evidence: Evidence): boolean {
  const known = watchful.get(evidence) ?? new Map<number, boolean>()
  watchful.set(evidence, known)
  const before = known.get(file)
  if (before !== undefined) return before
  const texts = [...new Set([evidence.main?.file ?? file, file])].map((at) => evidence.files[at]?.text ?? '')
  const stems = new Set<string>()
  for (const text of texts)
    for (const [stem] of withoutCode(text.slice(0, MOST_TEXT)).matchAll(WATCHFUL)) stems.add(stem.toLowerCase())
  known.set(file, stems.size >= ENOUGH)
  return stems.size >= ENOUGH
}

const WATCHING = new RegExp(WATCHFUL.source, 'i')

/** Whether a name or description speaks of attacks. */
export function saysWatchful(text: string): boolean {
  return WATCHING.test(text)
}

/** Code and quotations are what is spoken of. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]{1,400}`/g, ' ').replace(/^\s{0,3}>[^\n]{0,2000}/gm, ' ')
}
