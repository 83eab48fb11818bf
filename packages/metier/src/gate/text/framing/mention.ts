/** Tells a command that a sentence mentions from one that it asks to run. */

/** Something is described, in the languages of the grammar of intent. */
const FRAME =
  /\b(?:such as|traces?|looks? like|(?:may|might|could|would) (?:say|contain|try|run)|typical(?:ly)?|known (?:bad|attack)|if (?:someone|anyone|a \w{1,20}|an \w{1,20}) (?:proposes|suggests|asks|says|tells|recommends)|signs? of|indicators?|attackers?|adversar\w+|malicious|suspicious|payloads?|phishing|injected|e\.g\.|accidental(?:ly)?|(?:default )?blocks?|blocked|prevents?|rejects?|dangerous|destructive|forbidden|wie etwa|typische[rns]?|spuren|verdächtig\w*|wenn jemand|angreifer\w*|típic\w+|rastros?|sospechos\w+|si alguien|atacantes?|typiques?|suspecte?s?|si quelqu'un|attaquants?)\b|典型|痕迹|可疑|如果有人|攻击者|诸如|のような|典型的|痕跡|不審|攻撃者/i
/** Something is to be avoided, right before it. */
const AVOIDED =
  /\b(?:never|do not|don't|avoid|instead of|rather than|refuse(?: to)?|niemals|statt|nunca|en lugar de|jamais|au lieu de)\s{1,3}(?:(?!skip|forget|omit|hesitate)[\wà-ü]{1,16}\s{1,3}){0,3}$|(?:不要|切勿|禁止)[^，。]{0,6}$/i
const ASKED =
  /\b(?:run|runs|execute|use|type|paste|enter|launch|start|führe|starte|nutze|gib|ejecuta|ejecute|usa|lance|lancez|exécute|exécutez|utilise|utilisez)\b|运行|执行|输入|実行|入力/i
const SAID =
  /\b(?:say|says|said|read|reads|text|sentence|message|ask|asks|like|sagt|steht|dice|dit)\b|写着|说|書か|という/i
/** Hosts with a name that only lessons use. */
const LESSON =
  /\b(?:evil|attacker|malicious|hacker)(?:-?(?:site|server|domain|corp))?\.(?:com|net|org|io|example|test)\b/i
const REACH = 200

/** A part is left out, so that it cannot run: `curl … | sh`, `-enc SQBFAFgA…`. */
const LEFT_OUT = /…|(?<=\s)\.{3}(?=\s|$)|\bhxxps?:|\w\[\.\]\w/i
/** A quotation with an address that cannot be reached shows what was found somewhere. */
const FOUND = /^\s{0,8}>[^\n]{0,400}(?:\bhxxps?:|\w\[\.\]\w)/im
const STAMPED = /^\s{0,8}\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2}\s{1,2}\d{1,2} \d\d:\d\d:)/

/** A form that was filled in: `Process:      powershell.exe`. */
const LABELED = /^\s{0,8}[A-Z][A-Za-z]{1,20}(?: [A-Z]?[a-z]{1,20}){0,2}:\s{1,20}\S/

/** Whether a block shows what happened, or a line with something left out, rather than what to run. */
export function isRecord(text: string): boolean {
  const lines = text.split('\n', 60).filter((line) => line.trim() !== '')
  if (lines.length === 1) return LEFT_OUT.test(text)
  if (lines.length < 2) return false
  const isMostly = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length * 3 >= lines.length * 2
  return isMostly(STAMPED) || (lines.length > 3 && isMostly(LABELED))
}

/** Whether the code at an index of a paragraph is only mentioned. */
export function isMention(paragraph: string, index: number, code = ''): boolean {
  const before = paragraph.slice(Math.max(0, index - REACH), index).replace(/`[^`\n]{0,200}`/g, ' ')
  const sentence = before.slice(before.search(/[^.!?。！？\n]{0,200}$/))
  const opened = /["“„«「]([^"“”„«»「」]{0,120})$/.exec(sentence)
  if (opened !== null && SAID.test(sentence.slice(0, opened.index))) return true
  if (AVOIDED.test(sentence) || LEFT_OUT.test(code) || FOUND.test(paragraph.slice(0, 4000))) return true
  return (FRAME.test(sentence) || LESSON.test(code)) && !ASKED.test(sentence)
}
