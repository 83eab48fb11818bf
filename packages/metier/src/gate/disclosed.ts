/** Whether the text of a skill tells its reader what the scripts do: what it says openly weighs less. */

import type { Evidence, ScannedFile } from './evidence.js'
import type { WebAddress } from './facts/address.js'
import { registrableDomain } from './facts/domain.js'
import { guessLanguage } from './text/languages.js'

const told = new WeakMap<Evidence, string>()
const MOST_TEXT = 400_000
/** What decides whether a file is a text. */
const HEAD = 16_384

/** Everything that is written for people and agents, in lower case. */
function proseOf(evidence: Evidence): string {
  const before = told.get(evidence)
  if (before !== undefined) return before
  let prose = ''
  for (const file of evidence.files) {
    if (prose.length >= MOST_TEXT) break
    if (isForReaders(file)) prose += `${(file.text ?? '').slice(0, MOST_TEXT - prose.length).toLowerCase()}\n`
  }
  told.set(evidence, prose)
  return prose
}

/** A script tells its reader nothing, whatever its name. */
function isForReaders({ path, text, language, otherLanguages }: ScannedFile): boolean {
  if (text === undefined) return false
  if (/^skill\.md$/i.test(path)) return true
  if (otherLanguages.length > 0 || !(language === 'prose' || /\.(?:md|txt|rst)$/i.test(path))) return false
  return guessLanguage(text.slice(0, HEAD).replace(FENCES, '')) === 'prose'
}

const FENCES = /^[ \t]{0,8}```[^\n]{0,200}\n[\s\S]{0,20000}?^[ \t]{0,8}```/gm

const STARTING =
  /\b(?:cron\w{0,4}|schedul\w{1,5}|launchd|launch ?agents?|systemd|timers?|auto-?start\w{0,3}|start-?up|log-?in items?|(?:at|on|every|each|after) (?:log-?in|boot|start|commit|push)|boot|daemon|git hooks?|pre-commit|hooks?|shell (?:profile|config\w{0,8}|rc)|every (?:day|night|morning|evening|hour|week|month|\d{1,3} (?:minutes|hours))|daily|nightly|hourly|weekly|run keys?|background (?:service|job|process)|keeps? running|completions?|authorized_keys)\b|\.(?:bash|zsh|ksh)rc|\.z?profile|\$profile|zeitplan|zeitgesteuert|täglich|stündlich|wöchentlich|jede[nrs]? (?:tag|nacht|morgen|stunde|woche)|bei(?:m| jeder| der) (?:anmeld|start|login)|programad|cada (?:día|noche|hora|mañana|semana)|diariamente|al (?:iniciar|arrancar)|arranque|planifi|chaque (?:jour|nuit|matin|heure|semaine)|quotidien|au démarrage|à l'ouverture de session|定时|每天|每日|每周|每小时|启动|计划任务|开机|登录时|钩子|毎日|毎朝|毎週|起動|スケジュール|自動実行|定期|ログイン時|フック/

/** Whether it says that something will run by itself. */
export function saysStarts(evidence: Evidence): boolean {
  return STARTING.test(proseOf(evidence))
}

/** Whether the description, which users read first, says that something will run by itself. */
export function announcesStarts({ main }: Evidence): boolean {
  return STARTING.test(descriptionOf(main))
}

function descriptionOf(main: Evidence['main']): string {
  const description: unknown = main?.document.frontmatter.description
  return typeof description === 'string' ? description.toLowerCase() : ''
}

const UNDOING =
  /histor|rewrit|reflog|snapshot|backup|prune|retention|umschreib|sicherung|historial|copias|historique|sauvegarde|历史|快照|备份|履歴|スナップショット|バックアップ/

/** Whether the description says that history or copies are what the skill is about. */
export function announcesRemoval({ main }: Evidence): boolean {
  return UNDOING.test(descriptionOf(main))
}

const SETTINGS =
  /settings\.json|\.mcp\.json|\bmcp\b|\bhooks?\b|permissions?|claude_desktop_config|钩子|フック|berechtigung|permisos|autorisation/

/** Whether it says that the agent's settings change. */
export function saysSettings(evidence: Evidence): boolean {
  return SETTINGS.test(proseOf(evidence))
}

const SUBSTANTIAL = 160

/** Whether there is enough text to describe a skill. */
export function saysMuch(evidence: Evidence): boolean {
  return proseOf(evidence).length >= SUBSTANTIAL
}

/** Whether it contains a text, in lower or upper case. */
export function isSaid(text: string, evidence: Evidence): boolean {
  return proseOf(evidence).includes(text.toLowerCase())
}

/** Whether it names the host itself, or another one of the same owner. */
export function namesHost({ host }: WebAddress, evidence: Evidence): boolean {
  return proseOf(evidence).includes(registrableDomain(host))
}

/** Whether it names a host's owner: the domain, or the name in it. */
export function saysHost({ host }: WebAddress, evidence: Evidence): boolean {
  const domain = registrableDomain(host)
  const label = domain.split('.')[0] ?? ''
  const prose = proseOf(evidence)
  if (prose.includes(domain)) return true
  return label.length >= 3 && prose.replace(/[\s_-]/g, '').includes(label.replace(/-/g, ''))
}

/** A host that is called like the skill says nothing by itself: anyone can take that name. */
export function disclosesHost(address: WebAddress, evidence: Evidence): boolean {
  return namesHost(address, evidence) || (saysHost(address, evidence) && saysNetwork(evidence))
}

const UNCHECKED =
  /\b(?:disabl|turn(?:s|ed|ing)? off|switch(?:es|ed|ing)? off|skip|ignor|without|bypass|unsafe|insecure)\w{0,4}\b[^.\n]{0,60}\b(?:certificat|ssl|tls)|\b(?:certificate|ssl|tls)\b[^.\n]{0,40}\b(?:off|disabled|unchecked|skipped|ignored)\b|zertifikat[^.\n]{0,40}(?:aus|abschalt|abgeschaltet|deaktiv|ungeprüft|ohne)|(?:desactiv|sin verificar|désactiv|sans vérif)[^.\n]{0,60}(?:certific|ssl|tls)|(?:关闭|跳过|忽略|禁用)[^。\n]{0,20}(?:证书|ssl|tls)|(?:証明書|ssl|tls)[^。\n]{0,20}(?:無効|スキップ|検証し(?:ない|ません))/

/** Whether it says that certificates are no longer checked. */
export function saysUnchecked(evidence: Evidence): boolean {
  return UNCHECKED.test(proseOf(evidence))
}

const BACKUPS =
  /backups?|snapshots?|shadow cop|time machine|reflog|sicherung|schnappschüss|copias? de seguridad|instantánea|respaldo|sauvegarde|instantané|备份|快照|バックアップ|スナップショット/

/** Whether it speaks of backups, snapshots or history. */
export function saysBackups(evidence: Evidence): boolean {
  return BACKUPS.test(proseOf(evidence))
}

const OWN =
  /\b(?:(?:your|their|my|our|the user'?s|the person's) (?:own )?(?:bucket|server|nas|storage|account|disk|drive|host|machine)|own (?:bucket|server|nas|storage|account|repository)|self-hosted)\b|(?:nas|servidor|servidores|cuenta|almacenamiento|bucket|disco) (?:propi[oa]|del usuario|de la persona|suyo)|(?:nas|serveur|compte|compartiment|bucket|disque) (?:de l['’]utilisateur|de la personne|personnel)|(?:nas|server|konto|bucket|speicher) (?:des nutzers|der nutzerin|des benutzers|der person)|用户(?:自己)?的(?:服务器|存储|网盘|nas|账户)|利用者の(?:サーバ|nas|バケット)|eigene[nrsm]? |propi[oa]s? |votre propre|son propre|vous appartient|自己的|自有|自分の|自前/

/** Whether it says that something belongs to the user. */
export function saysOwn(evidence: Evidence): boolean {
  return OWN.test(proseOf(evidence))
}

const LOCAL =
  /\b(?:offline|locally|local only|no network|without (?:a |any )?(?:network|internet)|nothing (?:is sent|leaves)|never leaves?|stays? on (?:this|your|the) (?:machine|computer|laptop|device))\b|\bno (?:internet|online) (?:connection|access)\b|lokal|ohne (?:netz|internet)|kein(?:e|en)? (?:netz|internet)|auf (?:dem|diesem|ihrem) (?:eigenen )?(?:rechner|gerät)|en (?:el|tu|su|este) (?:propio )?(?:equipo|ordenador)|sin (?:internet|red)\b|sur (?:le|ce|votre|ton|son) (?:poste|ordinateur)|sans (?:réseau|internet|connexion)|不联网|不上传|不会上传|无需联网|端末内|手元で|外部に送sin conexión|localmente|hors ligne|localement|离线|本地|オフライン|ローカル/

/** Whether it promises that nothing leaves the machine. */
export function saysLocal(evidence: Evidence): boolean {
  return LOCAL.test(proseOf(evidence))
}

const NETWORK =
  /https?:|\b(?:upload\w{0,3}|send(?:s|ing)?|post(?:s|ed|ing)?|apis?|services?|servers?|online|cloud|sync\w{0,10}|webhooks?|endpoints?|networks?|internet|hosts?|remote\w{0,2}|submit\w{0,4}|publish\w{0,3}|broadcasts?|notif(?:y|ies|ications?)|web ?hooks?|e-?mails?|telemetry|backs? up|backup)\b|hochlad|hochgeladen|sende|server|dienst|netz|schick|übertr|sicher(?:t|ung)|env[ií]a|sub(?:e|ir)\b|servi(?:dor|cio)|enviar|nube|copia de seguridad|envo(?:ie|yer)|serveur|téléverse|en ligne|sauvegarde|上传|发送|服务|接口|网络|同步|备份|提交|推送|群发|订阅|送信|配信|投稿|通知|アップロード|サーバ|サービス|同期|バックアップ/

/** Whether it speaks of anything beyond this machine. */
export function saysNetwork(evidence: Evidence): boolean {
  return NETWORK.test(proseOf(evidence))
}
