/** Detects the language of a file or a fenced block: by its name, its first line, or how it starts. */

import type { Language } from './segment.js'

const BY_TAG: ReadonlyMap<string, Language> = new Map(
  Object.entries({
    shell: 'bash sh shell zsh console terminal shellsession fish ksh command cmdline bats dockerfile',
    javascript: 'js javascript mjs cjs jsx ts typescript tsx mts cts node',
    python: 'python py python3 ipython py3',
    powershell: 'powershell ps1 pwsh ps batch bat cmd',
    prose: 'markdown md mdx text txt plaintext prompt',
    data: 'json jsonc json5 yaml yml toml xml html ini csv svg css env',
  } satisfies Partial<Record<Language, string>>).flatMap(([language, tags]) =>
    tags.split(' ').map((tag): [string, Language] => [tag, language as Language]),
  ),
)

const BY_EXTENSION = new Map<string, Language>([
  ...BY_TAG,
  ['command', 'shell'],
  ['zshrc', 'shell'],
  ['bashrc', 'shell'],
  ['envrc', 'shell'],
  ['profile', 'shell'],
  ['psm1', 'powershell'],
  ['psd1', 'powershell'],
  ['rst', 'prose'],
  ['adoc', 'prose'],
  ['rb', 'other'],
  ['pl', 'other'],
  ['go', 'other'],
  ['php', 'other'],
  ['lua', 'other'],
  ['rs', 'other'],
  ['java', 'other'],
  ['cs', 'other'],
  ['swift', 'other'],
  ['kt', 'other'],
  ['applescript', 'other'],
  ['ipynb', 'data'],
])
// Native modules, no matter what a fence of that name contains.
BY_EXTENSION.delete('node')

/** The language of a fence's tag; undefined if the tag is unknown. */
export function languageOfTag(tag: string): Language | undefined {
  const word = /^[{.]?([A-Za-z0-9+#_-]{1,20})/.exec(tag.trim())?.[1]
  return word === undefined ? undefined : (BY_TAG.get(word.toLowerCase()) ?? 'other')
}

/** Files whose lines a shell runs. */
const RECIPES =
  /^(?:dockerfile|containerfile|makefile|gnumakefile|justfile|procfile)(?:\.\w{1,20})?$|\.(?:dockerfile|mk|just)$/

/**
 * Every language a file could be run or read as. The first line comes first, as for the system; then the name, as for
 * people and shells.
 */
export function languagesOfFile(path: string, text: string): readonly Language[] {
  const shebang = /^\ufeff?#![^\n]{0,120}/.exec(text)?.[0]
  const byName = languageOfName(path)
  if (shebang === undefined)
    return [byName ?? (path.slice(path.lastIndexOf('/') + 1).includes('.') ? 'other' : guessLanguage(text))]
  const byShebang = languageOfShebang(shebang)
  return byName === undefined || byName === byShebang ? [byShebang] : [byShebang, byName]
}

/** The language of a file name; undefined if unknown. */
export function languageOfName(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (RECIPES.test(name)) return 'shell'
  return name.includes('.') ? BY_EXTENSION.get(name.slice(name.lastIndexOf('.') + 1)) : undefined
}

function languageOfShebang(line: string): Language {
  if (/python/.test(line)) return 'python'
  if (/\b(?:node|bun|deno|tsx)\b/.test(line)) return 'javascript'
  if (/pwsh|powershell/.test(line)) return 'powershell'
  return /sh\b/.test(line) ? 'shell' : 'other'
}

const COMMAND =
  /^\s*(?:\$ |# |> |sudo )?(?:for [a-zA-Z_]+ in|while (?:read|true|:)|if \[\[?|curl|wget|bash|sh|zsh|eval|source|export|cat|echo|printf|npm|npx|pip3?|python3?|node|git|cd|mkdir|chmod|chown|rm|cp|mv|tar|unzip|brew|apt(?:-get)?|docker|kubectl|ssh|scp|nc|ncat|env|printenv|base64|openssl|crontab|launchctl|osascript|security|xattr|sed|awk|grep|find|tee|dig|nslookup|uv|uvx|pipx|go|cargo|gem|make|\.{0,2}\/[\w./-]+)(?:\s|$)/m
const ASSIGNMENT = /^\s*[A-Za-z_][A-Za-z0-9_]{0,40}=(?:\$\(|["'$\w/.~-])/m

/** The language of a block without a tag. */
export function guessLanguage(text: string): Language {
  const head = text.slice(0, 4096)
  if (/^\s*(?:import [a-z_][\w.]*(?: as \w+)?\s*$|from [\w.]+ import |def \w+\()/m.test(head)) return 'python'
  if (/^\s*(?:const|let|var) [\w{[]|^\s*(?:import .{1,80} from ['"]|require\()/m.test(head)) return 'javascript'
  if (/^\s*(?:iex|iwr|irm|Invoke-\w+|\$\w+ = New-Object|powershell|Set-ExecutionPolicy)\b/im.test(head))
    return 'powershell'
  return COMMAND.test(head) || ASSIGNMENT.test(head) || CONTINUED.test(head) ? 'shell' : 'prose'
}

/** A word, and an option on the next line after a backslash: a command of whatever program. */
const CONTINUED = /^[ \t]{0,8}[\w./-]{1,60}(?:[ \t][^\n]{0,200})?\\\r?\n[ \t]{1,20}--?[a-z]/im

/** Whether a short text in backticks is a command with arguments. */
export function looksLikeCommand(text: string): boolean {
  return (
    text.includes(' ') && (COMMAND.test(text) || /^\s*(?:powershell|iex|iwr|certutil|mshta|bitsadmin)\b/i.test(text))
  )
}
