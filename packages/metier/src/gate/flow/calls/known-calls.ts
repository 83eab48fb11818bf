/** What well-known JavaScript and Python functions do with their arguments. */

import { sendsBy } from './network-clients.js'

const EVALUATES =
  /^(?:globalThis\.|window\.|global\.|builtins\.|__builtins__\.)?(?:eval|exec|Function|compile|execfile)$|^vm\.(?:runIn\w+|Script|compileFunction)$|^(?:marshal|pickle|cPickle|dill)\.loads?$|^runpy\.run_\w+$|^importlib\.util\.\w+$|\._compile$|^types\.FunctionType$|^(?:setTimeout|setInterval)$|(?:^|\.)Worker$|SourceFileLoader$|^(?:ctypes\.)?(?:CDLL|cdll\.LoadLibrary)$|^process\.dlopen$|\.runsource$|^code\.\w+\(\)\.runcode$|^Reflect\.construct$/

/** Takes a shell command line. */
const SHELL =
  /^(?:node:)?child_process\.(?:exec|execSync)$|^os\.(?:system|popen)$|^subprocess\.(?:getoutput|getstatusoutput)$|^commands\.getoutput$|^(?:shelljs|shell)\.exec$|^execa(?:\.command\w*)?$|^asyncio\.create_subprocess_shell$|^pty\.spawn$|^zx\.\$$|^Bun\.\$$/
/** Takes a program and its arguments. */
const SPAWN =
  /^(?:node:)?child_process\.(?:spawn|spawnSync|execFile|execFileSync|fork)$|^subprocess\.(?:run|call|check_call|check_output|Popen)$|^os\.(?:exec[lv]p?e?|spawn\w+)$|^asyncio\.create_subprocess_exec$|^Deno\.(?:run|Command)$|^Bun\.spawn(?:Sync)?$/

const READS =
  /(?:^|\.)(?:readFileSync|readFile|read_text|read_bytes|createReadStream|openSync|createWriteStream)$|^(?:\.file)?\.?open$|ConfigParser\(\)\.read$|^(?:io|codecs|builtins)\.open$|^(?:pathlib\.)?Path$|^Bun\.file$|^Deno\.readTextFile(?:Sync)?$|^fs\.promises\.open$|^linecache\.getlines$|^sqlite3\.connect$|(?:^|\.)r?glob$|^shutil\.copy\w*$|^(?:fs\.|fs\/promises\.)?(?:copyFileSync|readdirSync)$/
const DECODES =
  /(?:^|\.)(?:b64decode|urlsafe_b64decode|b32decode|b85decode|a85decode|b16decode|unhexlify|fromhex|decodebytes|atob|decompress|inflateSync|gunzipSync|inflateRawSync|unzipSync|brotliDecompressSync|fromCharCode|fromCodePoint|unescape|decodeURIComponent|unquote|translate|decrypt|a2b_\w{1,12})$|createDecipher\w{0,4}\(\)\.(?:update|final)$|TextDecoder\(\)\.decode$|^codecs\.decode$|^Buffer\.from$/
/** Names the other end of a connection that exists already. */
const CONNECTS =
  /^(?:socket\.socket|net\.Socket|tls\.TLSSocket|ssl\.\w{1,40})\(\)\.connect(?:_ex)?$|\.wrap_socket\(\)\.connect$/
const WRITES =
  /(?:^|\.)(?:writeFileSync|writeFile|appendFileSync|appendFile|write_text|write_bytes|writeTextFile(?:Sync)?)$|^Bun\.write$|^\.file\.(?:write|writelines|writestr|add)$|^(?:json|pickle|yaml|toml|marshal|plistlib|tomli_w)\.(?:dump|safe_dump)$|^shutil\.make_archive$|(?:ZipFile|tarfile\.open|TarFile(?:\.open)?|AdmZip|JSZip)\(\)\.(?:write|writestr|add|addLocalF\w{2,5})$/
const CAPTURES =
  /^(?:pyperclip\.paste|clipboardy\.(?:read|readSync)|pyautogui\.screenshot|ImageGrab\.grab\w*|mss\.\w+|pynput\.keyboard\.Listener|PIL\.ImageGrab\.grab)$|clipboard\.readText$|\.clipboard_get$/
const MACHINE =
  /^(?:os\.(?:hostname|userInfo|networkInterfaces|getlogin|uname)|socket\.gethostname|platform\.\w+|getpass\.getuser|uuid\.getnode)$/
/** Reads a document or a table, or what the user hands in. */
const CONTENTS =
  /^(?:pandas|polars|pd|pl)\.(?:read_\w{2,16}|scan_\w{2,16})$|^(?:docx\.Document|openpyxl\.load_workbook|pdfplumber\.open|fitz\.open|pymupdf\.open|(?:PyPDF2|pypdf)\.PdfReader|(?:PIL\.)?Image\.open|numpy\.(?:load|loadtxt|genfromtxt)|pptx\.Presentation|music21\.converter\.parse|lxml\.etree\.parse|xml\.etree\.ElementTree\.parse|mammoth\.\w{3,30}|xlsx\.readFile|pdf-parse|sys\.stdin\.(?:buffer\.)?(?:read\w{0,6}))$/
const DOTENVS = /(?:^|\.)dotenv_values$|^dotenv\.parse$/
const KEYRINGS =
  /^netrc\.netrc$|^(?:keytar\.(?:getPassword|findCredentials)|keyring\.get_password|browser_cookie3\.\w+|win32crypt\.CryptUnprotectData)$|\.(?:storageState|storage_state|getAllCookies|get_cookies)$/

export type CallKind =
  | 'send'
  | 'connect'
  | 'write'
  | 'evaluate'
  | 'shell'
  | 'spawn'
  | 'read'
  | 'decode'
  | 'capture'
  | 'machine'
  | 'keyring'
  | 'content'
  | 'dotenv'

const KINDS: readonly (readonly [CallKind, RegExp])[] = [
  ['shell', SHELL],
  ['spawn', SPAWN],
  ['evaluate', EVALUATES],
  ['decode', DECODES],
  ['read', READS],
  ['capture', CAPTURES],
  ['machine', MACHINE],
  ['keyring', KEYRINGS],
  ['content', CONTENTS],
  ['dotenv', DOTENVS],
  ['connect', CONNECTS],
  ['write', WRITES],
]

/** The kind of call for a dotted name; undefined for all others. */
export function callKindOf(reference: string): CallKind | undefined {
  const name = reference.replace(/^node:/, '').slice(-120)
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0] ?? (sendsBy(name) ? 'send' : undefined)
}

const ENVIRONMENTS = new Set([
  'process.env',
  'os.environ',
  'os.environb',
  'Bun.env',
  'Deno.env',
  'import.meta.env',
  'globalThis.process.env',
])

export function isEnvironment(reference: string | undefined): boolean {
  if (reference === undefined) return false
  return ENVIRONMENTS.has(reference.startsWith('node:') ? reference.slice('node:'.length) : reference)
}
