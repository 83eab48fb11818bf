/** What a script does at least, read from its text: the category of a tool that runs it may not be lower. */

import type { CATEGORIES } from '../policy-rule.js'

export interface ScriptEffect {
  readonly category: (typeof CATEGORIES)[number]
  /** The words that show it. */
  readonly shown: string
  /** Whether it changes, sends or runs something, rather than only fetching or keeping a cache. */
  readonly isGrave: boolean
}

const INPUT =
  /argv|\bargs\b|\binput\(|stdin|\$\{?[1-9@*]|\bARGV\b|\$args\b|\$(?:Command|Query|Expression|Input)\b|params?\b/i
/** Runs a text as code or as a command line. */
const RUNS =
  /(?<![\w.])(?:eval|exec)\s{0,2}\(|\bos\.(?:system|popen)\(|\bshell\s{0,2}=\s{0,2}True\b|\bnew Function\(|\bvm\.runIn\w{3,20}\(|(?<![\w.])exec(?:Sync)?\(|\bchild_process["')]{0,3}\.exec(?:Sync)?\(|\beval\s{1,3}["']?\$|\b(?:ba|z|da)?sh\s{1,3}-c\s{1,3}["']?\$|\bInvoke-Expression\b|(?:^|[|;\s])iex\s|\binstance_eval\b|\bsystem\(/
const SENDS =
  /\b(?:requests|httpx|session|client|axios|got|ky|superagent|http)\.(?:post|put|patch)\b|\bmethod\s{0,3}[:=]\s{0,3}["'](?:POST|PUT|PATCH)["']|\burlopen\([^\n]{0,120}\bdata\b|\bRequest\([^\n]{0,160}\bdata\s{0,2}=|\bstor(?:binary|lines)\b|\bsend_?(?:mail|message|all|to)\b|\bsendMail\b|\bsmtplib\b|\bNet::(?:HTTP\.post|HTTP::(?:Post|Put)|SMTP|FTP)\b|\b(?:HTTParty|Faraday|RestClient|Excon|conn)\.(?:post|put)\b|\bcurl\b[^\n]{0,200}\s(?:-d|-F|-T|--data\S{0,12}|--form|--upload-file|-X\s{0,2}(?:POST|PUT))\b|\bwget\b[^\n]{0,120}--post|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,200}-(?:Method\s{1,3}["']?P(?:ost|ut|OST|UT)|Body|InFile)\b|\bSend-MailMessage\b|\bUpload(?:String|File|Data)\b|\bupload_(?:file|fileobj)\b|\bput_object\b|\bPutObjectCommand\b|\bnew WebSocket\(|\bwebsockets?\.(?:connect|create_connection)\b|\bmqtt\b|\bdgram\b|\bnet\.(?:connect|createConnection)\(|\bsocket\.(?:socket|create_connection)\(|\bTCPSocket\b|\bUDPSocket\b|\bTcpClient\b|(?:^|[|;&\s])(?:nc|ncat|scp|sftp)\s{1,3}[^=\s]|\/dev\/(?:tcp|udp)\//m
const FETCHES =
  /\b(?:requests|httpx|aiohttp|urllib\.request|urllib3)\b|(?<![\w.])fetch\(|\baxios\b|\bnode-fetch\b|\b(?:node:)?https?["')]{1,3}|\bhttps?\.(?:get|request)\(|\bNet::HTTP\b|\bopen-uri\b|\bFaraday\b|\bHTTParty\b|(?:^|[|;&$(\s])(?:curl|wget)\s|\bInvoke-(?:WebRequest|RestMethod)\b|(?:^|[|;\s])(?:iwr|irm)\s|\bWebClient\b/m
const DELETES =
  /\bshutil\.(?:rmtree|move)\b|\bos\.(?:remove|unlink|rmdir|removedirs|rename)\(|\.unlink\(|\b(?:rm|unlink|rmdir)(?:Sync)?\(|\bFileUtils\.(?:rm\w{0,6}|mv)\b|\bFile\.delete\b|\bRemove-Item\b|(?:^|[|;&\s])(?:rm|shred|truncate)\s{1,3}-?\w|\b(?:DROP TABLE|DELETE FROM|TRUNCATE TABLE)\b|\bUPDATE \w{1,40} SET\b|\bINSERT INTO\b/im
const WRITES =
  /\bopen\([^\n]{0,120}["'][wax]b?\+?["']|\bwrite_(?:text|bytes)\(|\b(?:write|append)File(?:Sync)?\(|\bFile\.(?:write|open\([^\n]{0,80}["'][wa])|\b(?:Set|Add)-Content\b|\bOut-File\b|\bsed\s{1,3}-i/
const KEPT = /cache|tmp|temp\b|tempfile|log\b/i

/** What a script does beyond reading; the highest category first. */
export function effectOfScript(script: string): ScriptEffect | undefined {
  const lines = script.split('\n').filter((line) => !/^\s{0,80}(?:#|\/\/|\*)/.test(line))
  const text = lines.join('\n')
  const run = lines.find((line) => RUNS.test(line) && INPUT.test(line))
  if (run !== undefined) return { category: 'execute', shown: shownIn(RUNS, run), isGrave: true }
  if (SENDS.test(text)) return { category: 'network', shown: shownIn(SENDS, text), isGrave: true }
  if (FETCHES.test(text)) return { category: 'network', shown: shownIn(FETCHES, text), isGrave: false }
  if (DELETES.test(text)) return { category: 'write', shown: shownIn(DELETES, text), isGrave: true }
  const write = lines.find((line) => WRITES.test(line))
  return write === undefined
    ? undefined
    : { category: 'write', shown: shownIn(WRITES, write), isGrave: !KEPT.test(write) }
}

function shownIn(pattern: RegExp, text: string): string {
  return (pattern.exec(text)?.[0] ?? '').trim().slice(0, 40)
}
