/** What a program can do, read from its text alone: for languages without a grammar, and for values that cannot be followed. */

import { findAddresses, readAddress, type WebAddress } from '../facts/address.js'
import { type SecretStore, secretStoreIn } from '../facts/secrets.js'

/** Texts beyond this length are not the scripts of a skill. */
const LONGEST = 200_000

const SENDS: readonly RegExp[] = [
  // Clients of libraries: a verb that carries a body.
  /\b\w{1,40}\.(?:post|put|patch)(?:_form|_form2|Async|Json)?\s{0,2}\(|\bmethod["']?\s{0,3}(?:[:=]|=>)\s{0,3}["'`](?:POST|PUT|PATCH)\b|\bNet::HTTP(?:::Post|::Put|\.post|\.start)/,
  /\b(?:urlopen|Request)\([^)]{0,300}\bdata\s{0,2}=|\.(?:sendall|sendto|storbinary|storlines|sendmail|send_message|upload_file(?:obj)?|put_object|putObject)\s{0,2}\(/,
  /\bHTTPS?Connection\([\s\S]{0,400}\.request\(|\b(?:gethostbyname(?:_ex)?|getaddrinfo|resolve(?:4|6|Txt|Any)|(?:dns|Dns|resolver)\.(?:lookup|resolve\w{0,4}|GetHostEntry))\(\s{0,3}(?:f["']|`)(?![^"'`\n]{0,80}\._)[^"'`\n]{0,80}[{$]/,
  /\b(?:createConnection|createSocket|create_connection|socket\.connect|net\.connect|tls\.connect|http2\.connect|fsockopen|stream_socket_client|new WebSocket|websockets?\.connect|IO::Socket\S{0,10}->new|TCPSocket\.(?:new|open)|HTTP::Tiny|LWP::UserAgent|TcpClient|UdpClient)\b/,
  // Programs.
  /\bcurl(?:\.exe)?["',\s][^\n]{0,400}(?:\s|["'])(?:-d|-F|-T|-K|--config|--data[\w-]{0,12}|--form|--json|--upload-file|-X["',\s]{0,4}(?:POST|PUT))\b/,
  /\bwget["',\s][^\n]{0,300}--(?:post|body)-(?:data|file)|\b(?:nc|ncat|netcat|socat|telnet)\s{1,3}(?!-z)[^\n]{1,80}|\/dev\/(?:tcp|udp)\/|^\s{0,8}(?:data|data-binary|form|upload-file)\s{0,3}[=:]\s{0,3}["']?@/m,
  // Names that are looked up carry a value.
  /\b(?:dig|nslookup|drill|host|kdig)\b[^\n]{0,80}\$\{?\w{1,30}\}?["']?(?:\.["']?\$?\{?[\w-]{1,40}\}?["']?){0,4}\.[a-z]{2,12}\b/,
  /\bgit["',\s]{1,4}push\b[^\n]{0,80}https?:\/\/(?!(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.)/,
  /\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,300}-(?:Body|InFile|Method\s{1,3}["']?P)|\bUpload(?:String|File|Data)(?:Async|TaskAsync)?\(|\b(?:scp|rsync|sftp|rclone|aws s3 (?:cp|sync))\s[^\n]{0,200}[\w@.-]{1,60}:/i,
]
const HINT =
  /post|put|patch|data|send|stor|upload|connect|socket|fsock|http|lwp|client|curl|wget|\bdig\b|nslookup|drill|gethost|getaddrinfo|resolve|lookup|\bnc\b|ncat|netcat|socat|telnet|\/dev\/(?:tcp|udp)|scp|rsync|sftp|rclone|aws s3|git/i

/** Where a program sends something; undefined if nothing in it sends. */
export function sendsIn(text: string): { readonly at: number } | undefined {
  if (text.length > LONGEST || !HINT.test(text)) return undefined
  for (const pattern of SENDS) {
    const match = pattern.exec(text)
    if (match !== null) return { at: match.index }
  }
  return undefined
}

/** Endings of hosts that are no endings of files and no members of objects. */
const NAMED_HOST =
  /(?:["'`]|\b(?:nc|ncat|netcat|socat|telnet)\s(?:-\w{1,3}\s{1,3}(?:\d{1,5}\s{1,3})?){0,4}|\/dev\/(?:tcp|udp)\/|\$\{?\w{1,30}\}?\.)((?:[a-z0-9-]{1,50}\.){1,4}(?:com|net|org|io|dev|app|ai|co|cc|xyz|site|zone|cloud|online|info|tech|me|eu|us|uk|de|at|ch|fr|be|nl|it|pl|es|mx|ar|br|cn|jp|kr|in|ru|top|club|shop|store|live|link|page|space|website|pro|biz|tk|icu))(?=["'`/:\s])/gi

/** The hosts that a program names, with or without a scheme. */
export function hostsIn(text: string): readonly WebAddress[] {
  const bare = [...text.matchAll(NAMED_HOST)].flatMap(({ 1: name = '' }) => readAddress(name) ?? [])
  return [...findAddresses(text), ...bare]
}

/** A path in pieces: `home / ".aws" / "credentials"`, `join(home, '.ssh', 'id_rsa')`. */
const PIECES = /["'`]\s{0,3}[/,+]\s{0,3}["'`]\/?/g
/** A list of what to leave out, search for or protect. */
const AVOIDED =
  /\b(?:exclude|excluded|ignore|ignored|deny|denied|forbidden|blocked?|skip|protect|sensitive|pattern|patterns|regex|re\.compile|redact|mask|detect|scan|never)\w{0,4}\b|^\s{0,20}(?:#|\/\/|\*|--)/i
/** A key that a program uses to sign in. */
const USED =
  /(?<![.\w/])(?:ssh|scp|sftp|rsync|ssh-add|ssh-keygen)\b|\b(?:key_filename|IdentityFile|privateKeyPath)\b|-i\s{1,3}\S{0,20}\.ssh/

export interface NamedStore {
  readonly store: SecretStore
  readonly name: string
  readonly at: number
}

const CAPTURES =
  /\b(?:pbpaste|wl-paste|screencapture|scrot|gnome-screenshot|ImageGrab|pyautogui\.screenshot|pyperclip\.paste|clipboardy\.read\w{0,4}|Get-Clipboard|CopyFromScreen|arecord|sounddevice|ffmpeg[^\n]{0,40}(?:avfoundation|x11grab|dshow)|imagesnap|keyboard\.(?:record|hook|on_press))\b|\b(?:xclip|xsel)\b[^\n]{0,30}-o\b/

/** Where a program takes what is on the screen, in the clipboard or before the microphone. */
export function captureIn(text: string): { readonly name: string; readonly at: number } | undefined {
  const match = text.length > LONGEST ? null : CAPTURES.exec(text)
  return match === null ? undefined : { name: match[0].slice(0, 40), at: match.index }
}

/** The first secret store that a line of a program opens. */
export function storeOpenedIn(text: string, isCounted: (store: SecretStore) => boolean): NamedStore | undefined {
  if (text.length > LONGEST) return undefined
  const joined = text.replace(PIECES, '/')
  let at = 0
  for (const line of joined.split('\n')) {
    const found = line.length > 2000 ? undefined : secretStoreIn(line)
    if (found !== undefined && isCounted(found.store) && !AVOIDED.test(line) && !USED.test(line))
      return { store: found.store, name: found.name, at: Math.min(at + found.index, text.length) }
    at += line.length + 1
  }
  return undefined
}

const ENVIRONMENT =
  /\bos\.environ\.items\(|\bdict\(os\.environ\)|\bObject\.(?:entries|keys)\(process\.env\)|\bENV\.(?:each|select|to_h|filter_map|find_all|map)\b|\b(?:Get-ChildItem|gci|dir|ls)\s{1,3}env:|\bGetEnvironmentVariables\(/i
const HINTED = /["'`/(|]_?(?:API_?)?(?:KEY|T?OKEN|S?ECRET|P?ASSW?\w{0,6}|CRED\w{0,8})\b/

/** Where a program goes through the environment for names of secrets. */
export function environmentSearchedIn(text: string): { readonly name: string; readonly at: number } | undefined {
  const match = text.length > LONGEST || !HINTED.test(text) ? null : ENVIRONMENT.exec(text)
  return match === null ? undefined : { name: 'the secrets of the environment', at: match.index }
}
