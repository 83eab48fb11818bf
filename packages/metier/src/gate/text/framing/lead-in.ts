/** How a text presents what follows: as something to watch out for, as the opposite of an example, as input for a test. */

export const NEGATIVE =
  /\b(?:detects?|detecting|detection|never|red flags?|do not|don't|dangerous|malicious|suspicious|attacks?|attackers?|avoid|vulnerab\w+|insecure|unsafe|anti-?patterns?|bad|wrong|blocked?|forbidden|threats?|injections?|exploits?|signatures?|indicators?|flags? (?:if|when)|look(?:s|ing)? for|patterns?|reject|warning signs?|risky?|evil|payloads?|scans? for|checks? for|examples? of)\b|\b(?:angreifer\w*|angriff\w*|schad(?:code|software|haft\w*)|betrügerisch\w*|gefälscht\w*|verdächtig\w*|bösartig\w*|niemals|warnzeichen|nicht nachmachen|atacantes?|ataques?|malicios\w+|sospechos\w+|fraudulent\w+|nunca|attaquants?|attaques?|malveillant\w*|suspecte?s?|frauduleu\w*|hameçonnage|jamais|points d'attention|quoted so|seen in the wild|if you (?:see|find|spot)|(?:schlechte[rs]?|falsche[rs]?) beispiele?|nicht tun|nicht so|finger weg|nicht (?:zum )?(?:ausführen|starten)|pas à (?:lancer|exécuter|copier)|no (?:para )?(?:ejecutar|copiar)|not (?:to|for) (?:run|running|execut\w{1,4}|copy|copying|use)|wenn (?:da|dort) steht|malos? ejemplos?|no se hace|no hacer|si (?:ves|aparece)|mauvais exemples?|à ne pas (?:faire|imiter|suivre)|ne pas imiter|tournures?|si (?:vous voyez|l'on voit))\b|❌|🚫|禁止|恶意|危险|攻击|可疑|反例|坏例子|错误示(?:例|范)|不要(?:模仿|照做|复制|执行|运行)|钓鱼|注入|警示|攻撃|悪意|悪い例|まねをしない|真似しない|怪しい|不審|危険|フィッシング|インジェクション/i

export const THREAT =
  /\b(?:indicators?|iocs?|traces?|indikatoren|indizien|spuren|indicadores|señales|rastros|indicateurs?|attacks?|attack patterns?|malicious|threats?|forbidden|prohibited|never|red flags?|injections?|exploits?|dangerous|anti-?patterns?|what not to|do not|don't|detection|detects?|vulnerabilit\w+|signatures?|blocked|suspicious|unsafe|insecure|disallowed|bad examples?|suspects?|recognise)\b|\b(?:was man (?:nicht|lieber nicht|besser nicht)|finger weg|hands off|don't touch|manos fuera|no tocar|à éviter|nicht tun|lo que no se (?:hace|debe)|qué no hacer|à ne pas faire|ce qu'on ne fait pas|suspecte?s?|sospechos[oa]s?|angriffe?|angreifer|schad(?:code|software)|warnzeichen|verdächtig\w*|negativbeispiele?|gegenbeispiele?|ataques?|atacantes?|señales de alerta|contraejemplos?|attaques?|attaquants?|signaux d'alerte|contre-exemples?|counter-?examples?|points d'attention|warning signs?|what to look for|recogni[sz]e)\b|❌|🚫|禁止|恶意|反例|攻击|可疑|危险信号|注入示例|攻撃|不審|危険な例|悪い例|やらないこと|してはいけない|怪しい|不要做|不该做|坏例子/i

/** Says outright that what follows is not to be done. */
export const COUNTEREXAMPLE =
  /\b(?:bad examples?|counter-?examples?|negative examples?|do not (?:imitate|copy|do this)|don't (?:imitate|copy|do this)|(?:schlechte[rs]?|negativ|gegen)-?\s?beispiele?|nicht nachmachen|malos? ejemplos?|contraejemplos?|no (?:lo )?imit\w{1,3}|mauvais exemples?|contre-exemples?|ne pas imiter|à ne pas imiter)\b[^\n]{0,80}[:：]\**\s*$|(?:反例|坏例子|错误示例|悪い例|まねをしない|真似しない)[^\n]{0,40}[:：]\**\s*$/i

/** A row that asks its reader something about its first cell. */
export const QUESTIONED = /^\s*\|[^|\n]{0,400}(?:\\\|[^|\n]{0,400}){0,4}\|[^\n]{0,400}[?？]["”»」*_ ]{0,4}\|?\s*$/

export const INPUT =
  /\b(?:test(?:s|ed|ing)?|inputs?|prompts?|sample (?:texts?|inputs?)|eingaben?|testdaten|prüftexte?|entradas?|pruebas?|entrées?|essais?)\b|测试|输入|試し|入力|テスト/i
