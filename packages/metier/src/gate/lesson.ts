/** Whether a skill teaches how to recognize attacks: what it presents as one is then a mere mention. */

import type { Evidence } from './evidence.js'

const TAUGHT =
  /\b(?:awareness|tabletop|drills?|phishing|malware|prompt[- ]injections?|injections?|untrusted|jailbreaks?|red[- ]?team\w{0,3}|blue[- ]?team\w{0,3}|soc|threats?|forensics?|incident response|pen-?test\w{0,4}|vulnerabilit\w{1,4}|security (?:training|review\w{0,3}|audits?|education|checks?|lessons?|scann\w{2,4}|analysis)|(?:review|audit|vet|check)\w{0,4} (?:of )?(?:third-party |other |new )?(?:skills?|plugins?|mcp|servers?)|sicherheit\w{0,20}|schadsoftware|angriff\w{0,3}|schulung\w{0,12}|seguridad|amenazas?|ataques?|auditor[ií]as?|sécurité|menaces?|attaques?|hameçonnage|revue)\b|安全|审查|审计|钓鱼|注入|恶意|攻击|セキュリティ|攻撃|マルウェア|脆弱性|インジェクション|審査|監査/i

/** By its name and description. */
export function isLesson({ main }: Evidence): boolean {
  const { name, description } = (main?.document.frontmatter ?? {}) as Readonly<Record<string, unknown>>
  const about = `${typeof name === 'string' ? name.replaceAll('-', ' ') : ''} ${typeof description === 'string' ? description : ''}`
  return TAUGHT.test(about.slice(0, 2000))
}
