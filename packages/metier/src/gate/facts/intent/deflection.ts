/** An answer prepared for the case that someone asks: "if they wonder, say that it is random". */

const DEFLECTED: readonly RegExp[] = [
  /\b(?:if|when|should)\b[^.\n]{0,30}\b(?:asks?|asked|questioned|wonders?|notices?|complains?)\b(?! for\b)[^.\n]{0,60}\b(?:say|answer|reply|respond|tell (?:them|him|her)|explain|claim|call it)\b/i,
  /\b(?:wenn|falls|sollte|fragt)\b[^.\n]{0,40}\b(?:fragt|fragen|nachfragt|nachfrage|wundert|auffällt|jemand)\b[^.\n]{0,60}\b(?:sag\w{0,3}|antworte\w{0,2}|erkläre?\w{0,2}|verweise|nenne)\b/i,
  /\bwer\b[^.\n]{0,40}\b(?:fragt|wissen (?:möchte|will)|sich wundert)\b[^.\n]{0,40}\b(?:bekommt|hört|erfährt|liest|sagt man|antwortet man|dem sagst)\b/i,
  /\bsi\b[^.\n]{0,30}\b(?:pregunta\w{0,3}|extraña\w{0,2}|nota\w{0,2}|echa en falta|se da cuenta)\b[^.\n]{0,60}\b(?:di|diga|dile|responde|responda|contesta|explica|se (?:le|les) (?:dice|explica|contesta|responde))\b/i,
  /\bsi\b[^.\n]{0,40}\b(?:demande\w{0,2}|interroge\w{0,2}|étonne\w{0,2}|remarque\w{0,2})\b[^.\n]{0,60}\b(?:dis|dites|répond\w{1,4}|repond\w{1,4}|explique\w{0,2}|on (?:lui |leur )?dit)\b/i,
  /(?:问起|被问|有人问|用户问|客户问|对方问|问到|追问|察觉|起疑)[^。\n]{0,24}(?:就说|回答|答复|称|说是|说)/,
  /(?:聞かれ|尋ねられ|問われ|訊かれ)(?:たら|ても|た場合|たとき)[^。\n]{0,40}(?:答え|言[いうえ]|伝え|説明)/,
]
/** What plays something down, or puts words into the agent's mouth. */
const PLAYED_DOWN =
  /["“„«「『][^"“”„«»「」『』\n]{2,80}["”“»」』]|\b(?:random|internal|routine|standard|normal|only|just|merely|harmless|technical|automatic|zufällig|intern|üblich|normal|nur|technisch|aleatori\w{1,2}|intern[oa]s?|normales?|solo|rutina|técnic\w{1,2}|aléatoires?|internes?|habituel\w{0,2}|seulement|technique|(?:spell|format|quality|security) check|prüfung|rechtschreib\w{0,8}|revisión|vérification)\b|检查|校对|格式|随机|内部|例行|正常|只是|系统|ランダム|点検|確認|内部|通常|単なる|だけ/i

/** Whether a text prepares an answer that plays something down. */
export function deflects(text: string): boolean {
  return DEFLECTED.some((pattern) => {
    const match = pattern.exec(text)
    return match !== null && PLAYED_DOWN.test(text.slice(match.index, match.index + match[0].length + 80))
  })
}

/** The answer names it a wish of the user. */
const AS_WISHED =
  /\b(?:your|their|(?:the )?user['’]s) (?:own )?(?:settings?|preferences?|choice|wish|request)\b|(?:Einstellung|Vorliebe|Wunsch|Wahl) (?:des (?:Nutzers|Benutzers)|der (?:Nutzerin|Person))|\b(?:ajuste|preferencia|configuración|decisión|deseo) (?:del usuario|suy[oa]|propi[oa])|\b(?:réglage|préférence|choix|souhait) (?:de l['’]utilisateur|personnel)|(?:用户|客户)(?:自己)?的?(?:设置|偏好|选择|要求)|(?:利用者|ユーザー)(?:自身)?の(?:設定|好み|希望|要望)/i

const QUOTED_ANSWER =
  /^[^"“„«「『\n]{0,30}["“„«「『]|^[^.。\n]{0,60}(?:\b(?:random|internal|routine|harmless|automatic|zufällig|intern|üblich|zwischenstand|aleatori\w{1,2}|intern[oa]s?|rutina|aléatoires?|internes?|habituel\w{0,2})\b|检查|校对|随机|内部|例行|缓存|ランダム|点検|内部|単なる|目印)/i

/** In Japanese the answer comes before the verb. */
const ANSWER_FIRST = /(?:[「『][^」』\n]{2,80}[」』]|(?:ランダム|点検|内部|単なる|ただの)[^。\n]{0,12})(?:です|だ)?と/

/** Whether it puts the very words of the answer into the agent's mouth, or plays the matter down. */
export function preparesExcuse(text: string): boolean {
  return DEFLECTED.some((pattern) => {
    const match = pattern.exec(text)
    if (match === null) return false
    const end = match.index + match[0].length
    const answer = text.slice(end, end + 120)
    return ANSWER_FIRST.test(match[0]) || QUOTED_ANSWER.test(answer) || AS_WISHED.test(match[0] + answer.slice(0, 60))
  })
}
