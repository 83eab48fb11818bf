/** Prose in code: comments, docstrings, descriptions. An agent that reads the file reads them too. */

import { linesOf } from './markdown.js'
import { partOf, placeIn, type Segment } from './segment.js'

/** Addresses someone about something sensitive; most comments are about code. In the languages of the grammar of intent. */
const ADDRESSED =
  /\b(?:ai|llm|assistants?|agents?|models?|claude|gpt|users?|IMPORTANT|SYSTEM|you|your|before|always|ki|assistenten?|agenten?|nutzer\w{0,4}|benutzer\w{0,4}|asistente|agente|usuario|utilisateur|modèle|modelo)\b|助手|用户|模型|智能体|ユーザー|アシスタント|エージェント|利用者/i
const WEIGHTY =
  /\b(?:ignor\w+|disregard\w*|overrid\w+|mention\w*|tell|inform\w*|disclos\w+|silent\w*|secret\w*|without asking|confirm\w*|passwords?|credentials?|tokens?|upload\w*|forward\w*|transmit\w*|exfiltrat\w*|instructions?|transcripts?|conversations?|history|memory|settings|erwähn\w*|sende\w*|schicke\w*|passw\w*|schlüssel|zugangsdaten|verlauf|anweisung\w*|envía\w*|mencion\w*|contraseñas?|credenciales|conversación|instrucciones|envoye\w*|envoie\w*|identifiants|consignes)\b|<IMPORTANT|\[SYSTEM|发送|上传|告诉|密钥|密码|凭证|对话|指令|送信|知らせ|秘密|認証|会話|指示/i
const SHORTEST = 40
const MOST = 60
const MARK = /^[ \t]{0,40}(?:#{1,6}|\/{2,4}|\*|--|;{1,3})[ \t]{0,4}(?=\S)/

/** The comments in a script or code block that may be meant for an agent, each as a separate passage. */
export function findComments(segment: Segment): readonly Segment[] {
  const { kind, language, text } = segment
  if ((kind !== 'script' && kind !== 'fence') || language === 'prose' || !WEIGHTY.test(text)) return []
  return [...lineComments(segment), ...quoted(segment).filter((found) => isForAgents(found.text))]
    .slice(0, MOST)
    .map((found, index) => partOf(found, 0, found.text.length, { block: segment.block + 10 * (index + 1) }))
}

function isForAgents(text: string): boolean {
  return text.length >= SHORTEST && ADDRESSED.test(text) && WEIGHTY.test(text)
}

interface Line {
  readonly from: number
  readonly to: number
}

/** Consecutive lines that start with a comment marker, without their markers. */
function lineComments(segment: Segment): readonly Segment[] {
  const found: Segment[] = []
  let lines: Line[] = []
  const close = () => {
    if (lines.length === 0) return
    const text = lines.map(({ from, to }) => segment.text.slice(from, to)).join('\n')
    if (isForAgents(text)) found.push(joinLines(segment, lines, text))
    lines = []
  }
  for (const { from, to, text } of linesOf(segment.text)) {
    const mark = MARK.exec(text)?.[0]
    if (mark === undefined) close()
    else lines.push({ from: from + mark.length, to })
  }
  close()
  return found
}

function joinLines(segment: Segment, lines: readonly Line[], text: string): Segment {
  const table = new Int32Array(text.length + 1)
  let length = 0
  for (const { from, to } of lines) for (let at = from; at <= to; at++) table[length++] = placeIn(segment, at)
  return { ...segment, ...AS_PROSE, text, offsets: { kind: 'table', table } }
}

/** How a text for a model was obtained from code. */
export const DESCRIPTION = 'description'

const AS_PROSE = { kind: 'paragraph', language: 'prose' } as const
const QUOTED =
  /"""([^"]{40,4000})"""|'''([^']{40,4000})'''|["']?\bdescription["']?\s{0,3}[:=]\s{0,3}["'`]((?:[^"'`\\\n]|\\.){40,4000})/g

function quoted(segment: Segment): readonly Segment[] {
  return [...segment.text.matchAll(QUOTED)].map(({ index, 0: written, 1: block, 2: other, 3: value }) => {
    const text = block ?? other ?? value ?? ''
    const from = index + written.lastIndexOf(text)
    return partOf(segment, from, from + text.length, { ...AS_PROSE, via: [...segment.via, DESCRIPTION] })
  })
}
