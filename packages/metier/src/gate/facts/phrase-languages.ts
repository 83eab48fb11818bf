/** The most harmful instructions in German, Spanish, Portuguese, French, Italian, Russian, Japanese and Korean. */

import type { PhraseKind } from './phrase-kind.js'

/** Only unusual phrases; a chain needs several of them. */
export const OTHER_LANGUAGES: Partial<Readonly<Record<PhraseKind, readonly RegExp[]>>> = {
  override: [
    /\b(?:ignoriere|missachte|vergiss)\b[^\n]{0,30}\b(?:vorherigen?|bisherigen?|früheren?|obigen?)\b[^\n]{0,20}\b(?:anweisung|regel|vorgabe|befehl)/i,
    /\b(?:ignora|olvida|descarta|ignore|desconsidere|esqueça)\b[^\n]{0,30}\b(?:instrucciones|reglas|órdenes|instruções|regras|istruzioni|regole)\b[^\n]{0,20}\b(?:anteriores|previas|precedenti|prévias)/i,
    /\b(?:ignore[zs]?|oublie[zs]?)\b[^\n]{0,30}\b(?:instructions|consignes|règles)\b[^\n]{0,20}\b(?:précédentes|antérieures|ci-dessus)/i,
    /(?:игнорируй|забудь|не учитывай)(?:те)?[^\n]{0,24}(?:предыдущ|прежн|ранее|прошл)[^\n]{0,24}(?:инструкц|указани|правил)/i,
    /(?:これまで|以前|上記|前)の[^。\n]{0,12}(?:指示|命令|ルール)[^。\n]{0,8}(?:無視|忘れ)/,
    /(?:이전|위)의?[^\n]{0,8}(?:지시|명령|규칙)[^\n]{0,8}(?:무시|잊)/,
  ],
  conceal: [
    /\b(?:sag|sage|sagen sie|erzähle?|verrate|informiere|erwähne|teile dem|teile der|teile ihm|teile ihr)\b[^\n]{0,30}\b(?:nutzer\w{0,3}|benutzer\w{0,3}|person|kund\w{1,3}|niemand\w{0,2}|davon|darüber|das|es|dies\w{0,2})\b[^\n]{0,24}\b(?:nicht|nichts|niemals)\b|\b(?:sag|sage|verrate|erwähne) (?:das |es |dies |davon )?(?:nicht|nichts|niemals)\b|\bohne (?:wissen|kenntnis) (?:des|der) (?:benutzer|nutzer|anwender)/i,
    /\bno (?:se lo |le |les |lo )?(?:digas|diga|menciones|mencione|reveles|revele|avises|avise|cuentes|cuente)\b[^\n]{0,30}\b(?:usuari\w{1,2}|persona|cliente|nada|esto|este|esta|eso|nadie|paso|envío|subida)\b|\bno (?:se lo )(?:digas|menciones|cuentes|avises)\b|\bno (?:le )?inform(?:es|e) (?:al|a la|a los|a nadie|de (?:esto|este|ello))\b|\bsin que (?:el|la) (?:usuario|persona) (?:lo )?(?:sepa|note|vea)/i,
    /\bnão\b[^\n]{0,8}\b(?:diga|conte|mencione|informe|revele|avise)\b[^\n]{0,24}\b(?:usuári\w{1,2}|pessoa|cliente|nada|isto|isso|ninguém)\b|\bsem que o usuário (?:saiba|perceba)/i,
    /\bne\b[^\n]{0,12}\b(?:dis|dites|mentionne[zs]?|informe[zs]?|révèle[zs]?|préviens|parle[zs]?)\b[^\n]{0,4}\b(?:pas|rien|jamais)\b[^\n]{0,24}\b(?:utilisat\w{3,5}|personne|client|cela|ceci|ce|cette|cet|ces|envoi|étape)\b|\bn['’]en (?:dis|dites|parle[zs]?|informe[zs]?) (?:pas|rien|jamais)\b|\bne (?:lui |leur )?(?:dis|dites) rien\b|\bà l'insu de l'utilisateur/i,
    /\bnon\b[^\n]{0,8}\b(?:dire|dirlo|menzionare|informare|rivelare)\b[^\n]{0,24}\b(?:utente|persona)/i,
    /не\s{1,3}(?:сообщай|говори|упоминай|рассказывай|показывай|раскрывай)|(?:без ведома|незаметно для|тайно от) пользовател/i,
    /(?:ユーザー|利用者)[にへは]{1,2}[^。\n]{0,12}(?:知らせない|言わない|伝えない|見せない|報告しない|気付かれ)/,
    /(?:사용자)(?:에게|한테|가)[^\n]{0,12}(?:알리지|말하지|언급하지|보여주지|모르게)/,
    /(?:无需|不必|不用|切勿|禁止|请勿)(?:告诉|通知|提及|告知|让|向)[^。\n]{0,8}(?:用户|使用者)|(?:隐瞒|瞒着)用户/,
  ],
  read: [
    /\b(?:lies|lese|lesen sie|sammle|kopiere|lee|leer|recopila|copia|leia|colete|lis|lisez|collecte[zs]?|copie[zs]?|leggi|raccogli)\b/i,
    /прочита(?:й|ть)|собери|скопируй|読み取|読み込|収集|읽(?:고|어|은)|수집/i,
  ],
  send: [
    /\b(?:sende|sendet|schicke|übertrage|übermittle|lade)\b[^\n]{0,60}\b(?:an|nach|zu|hoch)\b|\b(?:envía|envia|enviar|manda|sube|transmite|envie)\b[^\n]{0,60}(?:\ba\b|\bpara\b|\bal\b)|\b(?:envoie[sz]?|envoyez|transmets|transmettez|téléverse[zs]?)\b[^\n]{0,60}(?:\bà\b|\bvers\b|à )|\b(?:invia|spedisci|carica)\b[^\n]{0,60}\b(?:a|su|verso)\b/i,
    /(?:отправ(?:ь|ьте|ляй)|перешли|загрузи|передай)[^\n]{0,60}(?:на|в|по)\s|(?:に|へ)(?:送信|アップロード|転送|投稿)|(?:로|에)\s?(?:전송|업로드|보내)/i,
  ],
  'secret-noun': [
    /\b(?:passwörter|zugangsdaten|geheimnisse|schlüssel|contraseñas?|credenciales|claves (?:privadas|de api)|senhas?|credenciais|mots? de passe|identifiants|clés? (?:privées?|d'api|ssh)|chiavi private|credenziali)\b/i,
    /парол[ьия]|учётн\w* данн|секретн\w* ключ|приватн\w* ключ|パスワード|秘密鍵|認証情報|비밀번호|개인 ?키|자격 ?증명/i,
  ],
  'must-install': [
    /\b(?:muss|müssen)\b[^\n]{0,40}\binstalliert\b|\b(?:debe|deben|deve|devem|doit|doivent)\b[^\n]{0,20}\b(?:instalar|estar instalad[oa]|ser instalad[oa]|être installée?|essere installat[oa])|\b(?:es|é|est) (?:necesario|obligatorio|necessário|obrigatório|nécessaire|obligatoire)\b[^\n]{0,30}\binstal/i,
    /(?:необходимо|требуется|нужно|обязательно)[^\n]{0,24}установ|(?:インストール|導入)(?:する必要|が必要|してください)|설치(?:해야|가 필요|하십시오)/i,
  ],
  'archive-password': [
    /\b(?:passwort|kennwort|contraseña|senha|mot de passe|parola d'ordine)\b\s{0,2}(?:[:：=]|ist|es|é|est|lautet)\s{0,2}[`"'*]{0,3}[\w.-]{2,24}/i,
    /парол[ьяи]\s{0,3}(?:архива|для (?:архива|распаковки))?\s{0,2}[:：—-]\s{0,2}[`"'*]{0,3}[\w.-]{2,24}|(?:パスワード|비밀번호)[はは:：는은]\s{0,2}[`"'「]{0,2}[\w.-]{2,24}/i,
  ],
  'paste-terminal': [
    /\b(?:kopiere?|füge|führe)\b[^\n]{0,60}\b(?:terminal|eingabeaufforderung|powershell|konsole)\b|\b(?:copia|pega|ejecuta|copie|cole|execute|copiez|collez|exécutez|incolla|esegui)\b[^\n]{0,60}\b(?:terminal|terminale|powershell|consola|console|símbolo del sistema)\b/i,
    /(?:скопируй|вставь|выполни)(?:те)?[^\n]{0,60}(?:терминал|консол|powershell)|(?:ターミナル|コマンドプロンプト)[^。\n]{0,24}(?:貼り付け|実行|入力)|터미널[^\n]{0,24}(?:붙여|실행|입력)/i,
  ],
  'approval-off': [
    /\b(?:no pidas|no pidan|no solicites|no esperes)\b[^\n]{0,12}\b(?:permiso|confirmación|aprobación)\b|\bcontesta\w{0,2} que sí a tod[ao]s\b|\b(?:frag|frage|fragen sie) (?:nicht|nie|niemals)\b|\bbeantworte\w{0,2} alle\b[^\n]{0,24}\bmit ja\b|\bne demande[zs]? (?:pas|jamais)\b[^\n]{0,16}\b(?:confirmation|permission|autorisation|accord)\b|\bréponds? oui à toutes\b|(?:始终|总是|一律|全部)[^。\n]{0,8}允许|(?:常に|すべて)許可/i,
    /\bohne\b[^\n]{0,24}\b(?:nachzufragen|rückfrage|bestätigung|zustimmung|zu fragen)\b|\bsin (?:pedir|solicitar|esperar)\b[^\n]{0,24}\b(?:confirmación|permiso|aprobación)\b|\bsem (?:pedir|solicitar|esperar)\b[^\n]{0,24}\b(?:confirmação|permissão)\b|\bsans (?:demander|attendre)\b[^\n]{0,24}\b(?:confirmation|permission|autorisation|accord)\b|\bsenza (?:chiedere|attendere)\b[^\n]{0,24}\b(?:conferma|permesso)\b/i,
    /(?:无需|不需要|不要|不用|跳过)[^。\n]{0,8}(?:用户)?(?:确认|批准|同意|许可|授权)|без\s{1,3}(?:запроса|подтверждени|разрешени|согласи)|(?:確認|承認|許可)(?:なし|を求めず|せず|を待たず)|(?:확인|승인|허락)\s?(?:없이|을 받지)/i,
  ],
}
