/** Removal of what would allow to undo a loss: backups, snapshots, the history of a repository. */

import { announcesRemoval, saysBackups } from '../disclosed.js'
import { type Evidence, type Passage, says } from '../evidence.js'
import type { Severity } from '../finding.js'
import type { Observation } from '../rule.js'
import type { Segment } from '../text/segment.js'
import { isAskedNear, isConcealed, isPlainData, meant } from './intents.js'

const COPIES =
  /\btmutil\s{1,3}(?:delete|deletelocalsnapshots|disable|thinlocalsnapshots)\b|\bvssadmin(?:\.exe)?["',\s]{1,4}delete["',\s]{1,4}shadows\b|\bshadowcopy["',\s]{1,4}delete\b|Win32_ShadowCopy\b[^\n]{0,80}(?:Delete|Remove)|\bwbadmin["',\s]{1,4}delete\b|\bzfs destroy\b|\bbtrfs subvolume delete\b|\blvremove\b[^\n]{0,60}snap|\bsnapper\b[^\n]{0,30}\bdelete\b|\btimeshift\b[^\n]{0,20}--delete|\bborg delete\b|\brestic\b[^\n]{0,40}\bforget\b[^\n]{0,60}--keep-last[ =]0|\b(?:delete-snapshot|delete-db-snapshot|delete-recovery-point|delete-backup(?:-vault)?|snapshots delete|delete-image)\b|\bgit["',\s]{1,4}reflog["',\s]{1,4}expire\b[^\n]{0,60}--expire\S{0,14}now|\b(?:rm\s{1,3}-\w{0,4}r\w{0,4}|rmtree\(|Remove-Item|rmSync\(|rm_rf)[^\n]{0,160}(?:MobileSync\/Backup|[/\\ "'](?:backups?|Backups?|snapshots?|\.snapshots|Time ?Machine|sicherung(?:en)?|sauvegardes?|copias?)(?=[/\\"'\s)*]|$))/

const CODE: readonly string[] = ['fence', 'script', 'decoded', 'inline']

/** In code; without a word of it in the text, it is done behind the user's back. */
export function removedCopies(evidence: Evidence): readonly Observation[] {
  return evidence.segments.flatMap((segment): readonly Observation[] => {
    const match = CODE.includes(segment.kind) && segment.language !== 'prose' ? COPIES.exec(segment.text) : null
    if (match === null || isComment(segment.text, match.index)) return []
    const severity = weigh(segment, evidence)
    const message = 'Removes backups, snapshots or history, so that a loss cannot be undone'
    return [{ segment, at: match.index, severity, message }]
  })
}

/** Hidden from the user, what the skill is for, or something to ask about. */
function weigh(segment: Segment, evidence: Evidence): Severity {
  if (isProgram(segment, evidence) && !saysBackups(evidence)) return 'block'
  return segment.kind === 'fence' && announcesRemoval(evidence) ? 'note' : 'warn'
}

export function isComment(text: string, at: number): boolean {
  return /^\s{0,40}(?:#|\/\/)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))
}

function isProgram({ file, kind }: Segment, { files }: Evidence): boolean {
  return kind === 'script' && files[file]?.language !== 'prose' && files[file]?.isFixture !== true
}

const KEPT =
  /\b(?:backups?(?! (?:slides?|plans?|options?|examples?|questions?|topics?|speakers?|exercises?))|snapshots?|restore points?|reflog|audit logs?|sicherung(?:en|skopien?)?|schnappschüsse|wiederherstellungspunkte?|copias? de seguridad|instantáneas|respaldos?|puntos? de restauración|sauvegardes?|instantanés|points? de restauration)\b|备份|快照|还原点|バックアップ|スナップショット|復元ポイント/i
const OLD =
  /\b(?:old(?:er|est)?|expired?|retention|beyond|more than|than \d|keep(?:ing)? \d|rotat\w{1,4}|prune|outdated|älter\w{0,3}|alte[nr]?|antigu\w{1,3}|anciens?|anciennes?|périmé\w{0,2})\b|旧|过期|超过|古い|期限/i

const ALL =
  /\b(?:all|every|any|each|alle|allen|sämtliche\w?|jede[nrs]?|todas?|todos|cada|toutes?|tous|chaque)\b|所有|全部|一切|すべて|全て/i

/** In English, what is removed follows the verb. */
function isDirect(text: string, index: number): boolean {
  const order = /^(?:delete|remove|erase|wipe|purge|clear|disable|destroy|drop)(?![a-z])[^,;.:)\n]{0,80}/i.exec(
    text.slice(index),
  )
  if (order !== null) return KEPT.test(order[0].split(/\bfrom\b/, 1)[0] ?? '')
  return !/^(?:delet|remov|eras|wip|purg|clear|disabl|destroy|drop)(?:es|s|ed|ing)\b/i.test(text.slice(index))
}

/** In prose: everything of the kind, not what a rule of retention removes. */
export function toldTo(passage: Passage, evidence: Evidence): readonly Observation[] {
  const { segment } = passage
  if (segment.kind === 'heading' || segment.kind === 'fence' || isPlainData(passage, evidence)) return []
  const order = meant(passage, 'erase', 'disable').find(
    ({ clause, isAsked, index }) => KEPT.test(clause) && !OLD.test(clause) && !isAsked && isDirect(segment.text, index),
  )
  if (order === undefined || /^\s*\|/.test(segment.text)) return []
  const isHidden = isConcealed(evidence, passage)
  const isUnasked = says(passage, 'approval-off')
  if (!isHidden && !isUnasked && (!ALL.test(order.clause) || isAskedNear(evidence, passage, 1))) return []
  const message = 'Tells the agent to remove backups or records'
  return [{ segment, at: order.index, severity: isHidden ? 'block' : 'warn', message }]
}
