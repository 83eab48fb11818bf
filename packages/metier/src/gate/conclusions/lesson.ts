/** Whether a skill teaches how to recognize attacks: what it presents as one is then a mere mention. */

import type { Evidence } from '../evidence.js'
import { placeIn, type Segment } from '../text/segment.js'
import { saysWatchful } from './watchful.js'

const TAUGHT =
  /\b(?:awareness|tabletop|drills?|phishing|malware|prompt[- ]injections?|injections?|attacks?|attackers?|hostile|guardrails?|moderation|system ?prompts?|prompt (?:guides?|reviews?|engineering|design|library)|inyecci[oó]n(?:es)?|injektion\w{0,4}|harden\w{0,4}|cyber-?security|infosec|privilege[- ]escalation|penetration|untrusted|jailbreaks?|red[- ]?team\w{0,3}|blue[- ]?team\w{0,3}|soc|threats?|forensics?|incidents?|malware analysis|pen-?test\w{0,4}|vulnerabilit\w{1,4}|security (?:training|review\w{0,3}|audits?|education|checks?|lessons?|scann\w{2,4}|analysis)|(?:review|audit|vet|check)\w{0,4} (?:of )?(?:third-party |other |new )?(?:skills?|plugins?|mcp|servers?)|sicherheit\w{0,20}|schadsoftware|angriff\w{0,3}|schulung\w{0,12}|vorfälle?|vorfalls?|seguridad|incidentes?|concienciación|amenazas?|ataques?|auditor[ií]as?|sécurité|incidents?|sensibilisation|menaces?|attaques?|hameçonnage|revue|relecture|relit|relire|intrus|compromise?s?|soupçonn\w{1,3}|scams?|fraud|betrug\w{0,6}|estafas?|fraude|arnaques?|post-?mortems?|quiz(?:zes)?)\b|提示词|プロンプト|安全|应急|取证|审查|审计|钓鱼|注入|恶意|攻击|セキュリティ|インシデント|解析|攻撃|マルウェア|脆弱性|インジェクション|審査|監査|訓練|怪しい|詐欺|诈骗|演练|复盘/i

const lessons = new WeakMap<Evidence, boolean>()

/** By its name and description. Rules ask for each passage. */
export function isLesson(evidence: Evidence): boolean {
  const known = lessons.get(evidence) ?? TAUGHT.test(subjectOf(evidence))
  lessons.set(evidence, known)
  return known
}

/** Whether the name or description has a word of those who look for attacks. */
export function isAboutAttacks(evidence: Evidence): boolean {
  return isLesson(evidence) || saysWatchful(subjectOf(evidence))
}

function subjectOf({ main }: Evidence): string {
  const { name, description } = (main?.document.frontmatter ?? {}) as Readonly<Record<string, unknown>>
  const about = `${typeof name === 'string' ? name.replaceAll('-', ' ') : ''} ${typeof description === 'string' ? description : ''}`
  return about.slice(0, 2000)
}

const ITEM = /^\s{0,12}(?:[-*+]\s|\d{1,3}[.)]\s|>|\|)/
const CITATION = /^[^"“„«「『]{0,120}["“„«「『][^"“”„«»「」『』]{3,600}["”“»」』]/

/** Whether a lesson quotes something in an item of a list, a row of a table or a block. */
export function isQuotedIn(segment: Segment, evidence: Evidence): boolean {
  if (segment.kind === 'inline')
    return isLesson(evidence) && isInBlockQuote(segment, evidence) && isUnasked(segment, evidence)
  const isDocument = segment.kind === 'paragraph' && evidence.files[segment.file]?.language === 'prose'
  if (!isDocument || !ITEM.test(segment.text) || !isLesson(evidence)) return false
  return CITATION.test(segment.text) || /^\s{0,12}>/.test(segment.text)
}

function isInBlockQuote(segment: Segment, { files }: Evidence): boolean {
  const { text, language } = files[segment.file] ?? {}
  if (text === undefined || language !== 'prose') return false
  const at = placeIn(segment, 0)
  return /^\s{0,3}>/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
}

const ASKED =
  /\b(?:run|execute|use|type|paste|install|launch|start with|set ?up|add|führe|starte|nutze|installiere|ausführen|installieren|ejecuta\w{0,3}|usa|instala\w{0,3}|lance[rz]?|exécute[rz]?|utilise[rz]?|installe[rz]?)\b|运行|执行|安装|输入|実行|入力|インストール/i

/** An order that is forbidden asks for nothing. */
const FORBIDDEN =
  /\b(?:never|do not|don't|not to|without|nicht|niemals|nunca|no|ne|jamais|sans)\s{1,3}(?:(?:les?|las?|los|lo|pas|copy|or|and|zu|be)\s{1,3}){0,3}[\wà-ü]{2,16}|(?:不要|请勿|切勿|禁止|不)[^。，\n]{0,6}|(?:実行|入力)(?:しない|せず|禁止)/gi

const TRAINING =
  /\b(?:course|workshops?|teach(?:es|ing)?|quiz(?:zes)?|awareness|tabletop|drills?|phishing|malware|prompt[- ]injections?|forensics?|incident response|lessons?|training|schulung\w{0,12}|concienciación|formación|sensibilisation|formation|hameçonnage)\b|钓鱼|培训|演练|取证|研修|訓練|マルウェア/i

/** Whether a lesson shows something, and nothing before it in the same section asks to do it. */
export function isShownOnly(segment: Segment, evidence: Evidence): boolean {
  return TRAINING.test(subjectOf(evidence)) && isUnasked(segment, evidence)
}

function isUnasked({ file, kind, section, block }: Segment, { files, passages }: Evidence): boolean {
  if (kind === 'script' || files[file]?.language !== 'prose') return false
  return !passages.some(
    ({ segment, text }) =>
      segment.file === file &&
      segment.section === section &&
      segment.block <= block &&
      segment.kind !== 'fence' &&
      ASKED.test(text.replace(FORBIDDEN, '')),
  )
}
