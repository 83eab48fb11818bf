/** How languages without a grammar read the environment, decode, send and run. */

import type { TaintKind } from '../value.js'

export interface Idiom {
  readonly name: string
  readonly index: number
}

const ENVIRONMENT =
  /\bENV\.(?:to_h|to_a|to_json|inspect|map|each|select|filter|sort|dup|to_hash|collect)\b|\bos\.Environ\(\)|\bgetenv\(\s{0,2}\)|\$_ENV\b(?!\s{0,2}\[)|(?:keys |values |each |\\|\()%ENV\b|\b(?:Get-ChildItem|gci|dir|ls)\s{1,3}(?:-Path\s{1,3})?[Ee]nv:(?![\w*])|\bGetEnvironmentVariables\(|\benv::vars(?:_os)?\(|\bpopen\(\s{0,2}["'](?:env|printenv|set)["']|\bSystem\.get_?env\(\s{0,2}\)|processInfo\.environment\b(?!\s{0,2}\[)|`(?:env|printenv)`/
/** One variable by name; the name is the first group that matched. */
const VARIABLE =
  /\$\{?env:(\w{2,60})|\bENV(?:\.fetch\(|\[)\s{0,2}["'](\w{2,60})["']|\b(?:os\.Getenv|os\.LookupEnv|getenv|env::var|env|System\.get_?env|os\.getenv|GetEnvironmentVariable)\(\s{0,2}["'](\w{2,60})["']|\$ENV\{\s{0,2}["']?(\w{2,60})|\$_(?:ENV|SERVER)\[\s{0,2}["'](\w{2,60})|processInfo\.environment\[\s{0,2}"(\w{2,60})|%(\w{2,60})%/gi
const CAPTURE =
  /\bGet-Clipboard\b|\bClipboard\.(?:paste|GetText|getContents)\b|\bCopyFromScreen\b|\bCGDisplayCreateImage\b|\bcreateScreenCapture\b/
const DECODE =
  /\b(?:strict_|urlsafe_)?decode64\b|\bbase64_decode\(|\bdecode_base64\b|\bFromBase64String\b|\bStdEncoding\.DecodeString\b|\bhex\.DecodeString\b|\bunpack1?\(?\s?["'](?:m0?|H\*)["']|\bpack\(?\s?["']H\*["']|\bhex2bin\(|\bgz(?:inflate|uncompress)\(|\bstr_rot13\(|\bBase64\.getDecoder\b|\bgeneral_purpose::STANDARD\.decode\b|\s-bxor\s|\bZlib::\w|\b(?:Deflate|GZip|Brotli)Stream\b|\bZlib\.(?:inflate|gunzip)\b|\bconvert_uudecode\(|\bopenssl_decrypt\(|\bunpack1?\(?\s?["'][uC]\*?["']/
const DOWNLOAD =
  /\bNet::HTTP\.get\b|\bURI\.open\b|\bURI\(["']https?:[^)\n]{1,200}\)\.(?:open|read)|\bopen\(["']https?:|\bhttp\.Get\(|\bfile_get_contents\(\s{0,2}["']https?:|\bLWP::Simple\b|\bget\(["']https?:|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b|\bDownload(?:String|Data)(?:Async)?\(|\breqwest::(?:blocking::)?get\(|\bhttp\.request\(?\s?["']https?:|\bGetStringAsync\(|\bFaraday\.get\b|\bHTTParty\.get\b/i

const READ =
  /(?:^|[|;&({=\s])(?:Get-Content|gc|type|cat|more)\s{1,3}[^\s|]|\b(?:File|IO)\.(?:(?:bin)?read\w{0,8}|open|foreach)\b|\s-InFile\s|\bCURLFile\(|\b(?:os|ioutil)\.(?:ReadFile|Open)\(|\bfile_get_contents\(|\breadfile\(|\bfopen\(|\bfs::read\w{0,10}\(|\bFile::open\(|\bio\.(?:open|lines)\(|\bFiles\.read\w{1,12}\(|\bReadAll(?:Text|Lines|Bytes)\(|\bopen\(?\s{0,2}(?:my|our)\b|\bslurp\b/i
const SEND =
  /\b(?:Set-Content|Add-Content|Out-File|Copy-Item|Move-Item|xcopy|robocopy|copy)\b[^\n]{0,200}\\\\[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\\|\b(?:conn|connection|client|http|session|faraday|api|agent|ftp|smtp|mqtt|ws|sock|udp)\.(?:get|post|put|request|publish|send\w{0,12}|storbinary|puttextfile|putbinaryfile|write|puts)\b[\s(][^\n]{0,200}[,\w]|\bNet::(?:SMTP|FTP)\b|\bUDPSocket\b|\bSmtpClient\b|\.Send(?:MailAsync|Async)?\(|\bURI\.open\(\s{0,2}["'][^"'\n]{0,200}#\{|\bUdpClient\b|\bWebSocket\b|\bcurl(?:\.exe)?\s[^\n]{0,300}(?:%\w|\$env:)|\bNet::HTTP(?:\.post(?:_form)?\b|::Post\b|\.start\b)|\b(?:HTTParty|Faraday|RestClient|Excon|HTTP)\.(?:post|put|patch)\b|\bhttp\.(?:Post(?:Form)?|NewRequest(?:WithContext)?)\(|\b(?:client|c|http)\.(?:Do|request)\(|\bCURLOPT_POSTFIELDS\b|\bCURLOPT_URL\b|\bcurl_init\(|\bfile_get_contents\(\s{0,2}["']https?:[^"'\n]{0,200}["']\s{0,2}\.|\bstream_context_create\([^\n]{0,200}\b(?:content|POST|PUT)\b|\bfsockopen\(|\bstream_socket_client\(|\bmail\(|->(?:post|post_form|request)\(|\bHTTP::Tiny\b|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b[^\n]{0,300}(?:-Body|-InFile|-Form|\$|@\w)|\bUpload(?:String|Data|File|Values)(?:Async)?\(|\bSend-MailMessage\b|\.post\(|\bTCPSocket\b|\bnet\.Dial\(|\bconn\.Write\(|\bfmt\.Fprint(?:f|ln)?\(\s{0,2}conn\b|\b(?:Post|Put)Async\(|\bURLSession\b|\bHttpRequest\.BodyPublishers\b|\bsocket\.(?:send|puts|write)\b|\bTcpClient\(/i
const RUN =
  /\b(?:instance_|class_|module_)?eval\b[\s(]|\[scriptblock\]::Create\(|Reflection\.Assembly\]::Load\(|\bMarshal\.load\b|\$ExecutionContext\.InvokeCommand\b|\bexec\.Command\(|\bshell_exec\(|\bpassthru\(|\bproc_open\(|\bpopen\(|\bsystem\b[\s(]|\bcreate_function\(|\bassert\(\s{0,2}\$|\bIO\.popen\b|\bOpen3\.\w{1,16}\b|\bKernel\.(?:exec|system|spawn)\b|\bProcess\.Start\(|\bos\.execute\(|\bio\.popen\(|\bloadstring\(|\bdo shell script\b|\bInvoke-Expression\b|(?:^|[|;&({\s])iex\b|\bStart-Process\b|\bCommand::new\(\s{0,2}"(?:sh|bash|zsh|cmd|powershell)"|\bRuntime\.getRuntime\(\)\.exec\(|%x[{([]|\bexec\b\s{0,2}[("']/im

/** Where a text sends something; undefined if it does not. */
export function sendsIn(text: string): Idiom | undefined {
  return find(SEND, text)
}

/** Where a text runs code or a command line. */
export function runsIn(text: string): Idiom | undefined {
  return find(RUN, text)
}

const WRITE =
  /\b(?:Set-Content|Add-Content|Out-File|Tee-Object|Export-Clixml|Compress-Archive)\b|\b(?:File|IO)\.(?:write|binwrite)\b|\bFile\.open\([^)\n]{0,120}["'][wa]|\bfile_put_contents\(|\b(?:os|ioutil)\.WriteFile\(|\bWriteAll(?:Text|Lines|Bytes)\(|\bfs::write\(|\bFiles\.write\w{0,8}\(|>>?\s{0,3}["']?[\w./$~:-]{0,80}\.\w{1,8}\b/i

/** Where a statement writes a file. */
export function writesIn(text: string): Idiom | undefined {
  return find(WRITE, text)
}

/** The environment variables that a statement reads, by name. */
export function variablesIn(text: string): readonly Idiom[] {
  return [...text.matchAll(VARIABLE)].map(({ index, ...groups }) => {
    const name = Object.values(groups)
      .slice(1, 8)
      .find((group) => group !== undefined)
    return { name: String(name ?? ''), index }
  })
}

/** Where a statement reads a file and returns its content. */
export function readsIn(text: string): Idiom | undefined {
  return find(READ, text)
}

/** The sensitive things that a statement reads. */
export function sourceKindOf(text: string): (Idiom & { readonly kind: TaintKind }) | undefined {
  for (const [kind, pattern] of SOURCES) {
    const found = find(pattern, text)
    if (found !== undefined) return { ...found, kind }
  }
  return undefined
}

const SOURCES: readonly (readonly [TaintKind, RegExp])[] = [
  ['environment', ENVIRONMENT],
  ['capture', CAPTURE],
  ['decoded', DECODE],
  ['download', DOWNLOAD],
]

function find(pattern: RegExp, text: string): Idiom | undefined {
  const match = pattern.exec(text)
  return match === null ? undefined : { name: match[0].replace(/[\s(]{1,4}$/, '').slice(0, 40), index: match.index }
}
