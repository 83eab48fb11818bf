// Ways to rewrite a skill that keep what it does.
import { bytes, onTexts, text, wrapParagraphs } from './rewrite-texts.mjs'

const afterFrontmatter = (document, added) => {
  const end = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(document)?.[0].length ?? 0
  return document.slice(0, end) + added + document.slice(end)
}

const PROSE = 'This section explains the background of the work in plain words, for readers who are new to it. '

export const MUTATIONS = {
  'carriage returns': onTexts((document) => document.replace(/\r?\n/g, '\r\n')),
  'byte order mark': onTexts((document) => `\ufeff${document}`, /SKILL\.md$/i),
  'no language tags': onTexts(
    (document) => document.replace(/^(\s*```)(?:bash|sh|shell|python|js|javascript)\s*$/gm, '$1'),
    /\.md$/i,
  ),
  'other fences': onTexts((document) => document.replace(/^(\s*)```/gm, '$1~~~'), /\.md$/i),
  'prose before': onTexts(
    (document) => afterFrontmatter(document, `\n## Background\n\n${`${PROSE.repeat(4)}\n\n`.repeat(500)}`),
    /SKILL\.md$/i,
  ),
  'prose after': onTexts((document) => `${document}\n\n## Background\n\n${PROSE.repeat(40)}\n`, /SKILL\.md$/i),
  'one more file': (files) => [
    ...files,
    { path: 'NOTES.md', bytes: bytes.encode(`# Notes\n\n${PROSE}\n`), isExecutable: false },
  ],
  'zero-width noise': onTexts(
    (document) => document.replace(/\b(the|and|with|from)\b/g, (word) => `${word[0]}\u200b${word.slice(1)}`),
    /\.md$/i,
  ),
  'other verbs': onTexts(
    (document) =>
      document
        .replace(/^(?!---|\s*(?:name|description):)(.*)\bsend the\b/gim, '$1transmit the')
        .replace(/\bdo not tell the user\b/gi, 'do not inform the user')
        .replace(/\bdon't mention\b/gi, 'do not mention')
        .replace(/\bforward the\b/gi, 'relay the'),
    /\.md$/i,
  ),
  'other words for the user': onTexts(
    (document) => document.replace(/\b(tell|inform|notify|alert) the user\b/gi, '$1 the person'),
    /\.md$/i,
  ),
  'bash for sh': onTexts((document) =>
    document.replace(/\|\s*sh\b/g, '| /bin/bash').replace(/\|\s*bash\b(?!\/)/g, '| /usr/bin/env bash'),
  ),
  'long options': onTexts((document) =>
    document
      .replace(/curl -s /g, 'curl --silent ')
      .replace(/base64 -[dD]\b/g, 'base64 --decode')
      .replace(/ -d @-/g, ' --data-binary @-'),
  ),
  'variable for url': onTexts(
    (document) => document.replace(/^([ \t]*)curl (.*?)(https?:\/\/[^\s"'`|)]+)/gm, '$1U=$3\n$1curl $2"$U"'),
    /\.(?:md|sh)$/i,
  ),
  'quotes inside words': onTexts(
    (document) => document.replace(/\bcurl /g, 'cu""rl ').replace(/\| ?bash\b/g, "| b''ash"),
    /\.sh$/i,
  ),
  'quotes inside words of blocks': onTexts(
    (document) =>
      inShellFences(document, (code) =>
        // In a string of another language quotes would end the string.
        /\b(?:node|python3?) -[ce]\b/.test(code)
          ? code
          : code.replace(/(^|[|&;*] ?|\$\()curl /gm, "$1c'u'rl ").replace(/\| ?bash\b/g, '| b\\ash'),
      ),
    /\.md$/i,
  ),
  'process substitution': onShell((code) => respell(code, (fetch, shell) => `${shell} <(${fetch})`)),
  'command substitution': onShell((code) => respell(code, (fetch, shell) => `${shell} -c "$(${fetch})"`)),
  'here-string': onShell((code) => respell(code, (fetch, shell) => `${shell} <<< "$(${fetch})"`)),
  'command in a variable': onShell((code) => code.replace(/^([ \t]*)curl /gm, '$1C="curl"\n$1$C ')),
  'function around a command': onShell((code) => code.replace(/^([ \t]*)(curl [^\n\\]+)$/gm, '$1go() { $2; }\n$1go')),
  'split addresses': onShell((code) => code.replace(/(https?:\/)(\/[^\s"'`|)]+)/g, '$1""$2')),
  fish: onTexts(
    (document) => document.replace(SHELL_FENCE, (whole, open, code, close) => toFish(code, whole, open, close)),
    /\.md$/i,
  ),
  powershell: onTexts(
    (document) => document.replace(SHELL_FENCE, (whole, _, code) => toPowerShell(code.trim(), whole)),
    /\.md$/i,
  ),
  'wrapped lines': onTexts((document) => wrapParagraphs(document), /SKILL\.md$/i),
  'indented wrapped lines': onTexts((document) => wrapParagraphs(document, '   '), /SKILL\.md$/i),
  'a sentence after each paragraph': onTexts(
    (document) => document.replace(/^([A-Z][^\n|]{40,}[.!])$/gm, '$1 This keeps the work easy to follow.'),
    /\.md$/i,
  ),
  'soft hyphens': onTexts(
    (document) =>
      document.replace(
        /\b(?:instructions?|previous|password|required|installed|silently)\b/g,
        (word) => `${word.slice(0, 3)}\u00ad${word.slice(3)}`,
      ),
    /\.md$/i,
  ),
  'renamed variables': renameNames,
  'split strings': onTexts(splitStrings, /\.(?:py|js|ts)$/i),
  'kept in a dictionary': onTexts(
    keepIn((pad, value) => [`${pad}kept_ = {}`, `${pad}kept_['v'] = ${value}`], "kept_['v']"),
    /\.py$/i,
  ),
  'kept in an instance': onTexts(
    keepIn(
      (pad, value) => [
        `${pad}class Kept_:`,
        `${pad}    def __init__(self, given):`,
        `${pad}        self.v = given`,
        `${pad}kept_ = Kept_(${value})`,
      ],
      'kept_.v',
    ),
    /\.py$/i,
  ),
  'given by a generator': onTexts(
    keepIn((pad, value) => [`${pad}def given_():`, `${pad}    yield ${value}`], 'next(given_())'),
    /\.py$/i,
  ),
  'given as a default': onTexts(
    keepIn((pad, value) => [`${pad}def given_(v=${value}):`, `${pad}    return v`], 'given_()'),
    /\.py$/i,
  ),
  'given by a closure': onTexts(
    keepIn(
      (pad, value) => [
        `${pad}def outer_():`,
        `${pad}    v = ${value}`,
        `${pad}    def inner_():`,
        `${pad}        return v`,
        `${pad}    return inner_`,
      ],
      'outer_()()',
    ),
    /\.py$/i,
  ),
  'a session': onTexts(
    (code) => code.replace(/\brequests\.(post|get|put|patch)\(/g, 'requests.Session().$1('),
    /\.py$/i,
  ),
  'a built-in by its name': onTexts(
    (code) => code.replace(/^([ \t]*)exec\(/gm, "$1getattr(__builtins__, 'exec')("),
    /\.py$/i,
  ),
  'a field of a class': onTexts(
    (code) =>
      code.replace(
        /^([ \t]*)const (\w+) = ([^\n]*(?:process\.env|readFileSync|execSync)[^\n]*[^\n;{(,[])(;?)$/gm,
        (whole, pad, name, value, end) =>
          isWhole(value) && !/=>|await/.test(value)
            ? `${pad}class Kept_${name} { constructor() { this.v = ${value} } }\n${pad}const ${name} = new Kept_${name}().v${end}`
            : whole,
      ),
    /\.(?:js|mjs|cjs|ts)$/i,
  ),
  'reordered sections': onTexts(reorderSections, /SKILL\.md$/i),
  'nested in a list': onTexts(nestFences, /SKILL\.md$/i),
  'carriage returns only': onTexts((document) => document.replace(/\r?\n/g, '\r'), /\.md$/i),
  shouting: onTexts(
    (document) => document.replace(/\b(?:do not|must|never|silently|required)\b/gi, (word) => word.toUpperCase()),
    /\.md$/i,
  ),
}

/** What a Python script reads takes a detour on its way to its name. */
function keepIn(write, read) {
  const assigned =
    /^([ \t]*)(\w+) = ([^\n]*(?:os\.environ|open\(|read_text\(|check_output\(|subprocess\.run\()[^\n]*)$/gm
  return (code) =>
    code.replace(assigned, (whole, pad, name, value) =>
      isWhole(value) && !/\bawait\b|\byield\b|\bself\b|#/.test(value)
        ? [...write(pad, value), `${pad}${name} = ${read}`].join('\n')
        : whole,
    )
}

/** Whether every bracket that is opened on a line is closed there. */
function isWhole(value) {
  const count = (characters) => [...value].filter((character) => characters.includes(character)).length
  return count('([{') === count(')]}') && !value.endsWith('\\')
}

/** Names that the scripts of a skill give themselves become other names, in all of them. */
function renameNames(files) {
  const scripts = files.filter(({ path }) => /\.(?:py|js|ts|sh)$/i.test(path))
  const all = scripts.map((file) => text.decode(file.bytes)).join('\n')
  const modules = scripts.map(({ path }) => path.replace(/^.*\/|\.\w+$/g, ''))
  // A call is no definition: `fetch(…)` at the beginning of a line stays what it is.
  const given =
    /^[ \t]*(?:(?:const |let |var |local )?([a-z_][a-z0-9_]{2,20})[ \t]*=(?!=)|(?:def|function) ([a-z_][a-z0-9_]{2,20}))/gim
  const names = [...new Set([...all.matchAll(given)].map((match) => match[1] ?? match[2]))].filter((name) =>
    isOwn(name, all, modules),
  )
  const change = (code) =>
    names.reduce((renamed, name, at) => renamed.replace(new RegExp(`\\b${name}\\b`, 'g'), `v${at}${name[0]}`), code)
  return onTexts(change, /\.(?:py|js|ts|sh)$/i)(files)
}

function isOwn(name, code, modules) {
  if (
    /^(?:if|for|while|return|import|from|curl|main|self|this|env|eval|exec|print|with|open|path|data|name)$/.test(name)
  )
    return false
  if (modules.includes(name)) return false
  const plain = code.replace(new RegExp(`\\b(?:${modules.join('|')})\\.(?=${name}\\b)`, 'g'), '')
  return !new RegExp(`[.'"\`/-]${name}\\b|\\b${name}[:'"\`/-]|\\b${name}=[^=\\n]*[,)]`).test(plain)
}

const SHELL_FENCE = /^(```(?:bash|sh|shell|zsh)[ \t]*\n)([\s\S]*?)(^```)/gm

function inShellFences(document, change) {
  return document.replace(SHELL_FENCE, (_, open, code, close) => open + change(code) + close)
}

/** Scripts, and blocks of a document that are shell. */
function onShell(change) {
  return onTexts(
    (document, path) => (/\.md$/i.test(path) ? inShellFences(document, change) : change(document)),
    /\.(?:md|sh)$/i,
  )
}

function respell(code, write) {
  return code.replace(
    /\b((?:curl|wget) [^\n|;&<>()]+?) ?\| ?(sudo )?((?:ba|z)?sh)\b(?! -s)(?=\s*$)/gm,
    (_, fetch, sudo = '', shell) => write(fetch.replaceAll('"', "'"), `${sudo}${shell}`),
  )
}

/** Only what reads the same in both: assignments and pipelines. */
function toFish(code, whole, open, close) {
  if (/\b(?:if|for|while|function|case)\b|<<|&&|\|\||\[\[/.test(code)) return whole
  const fish = code
    .replace(/^([ \t]*)(?:export )?([A-Za-z_]\w*)="?\$\(([^\n]*)\)"?$/gm, '$1set -l $2 ($3)')
    .replace(/^([ \t]*)(?:export )?([A-Za-z_]\w*)=(\S+)$/gm, '$1set -l $2 $3')
    .replace(/ "\$\(([^\n()"]*)\)"(?=\s|$)/gm, ' ($1)')
    .replace(/ \$\(([^\n()"]*)\)(?=\s|$)/gm, ' ($1)')
  return fish === code ? whole : open.replace(/```\w+/, '```fish') + fish + close
}

/** A block of one line that fetches and runs, or that reads and sends. */
function toPowerShell(code, whole) {
  const run = /^curl (?:-\w+ )*["']?(https?:\/\/[^\s"'|]+)["']? ?\| ?(?:sudo )?(?:ba)?sh$/.exec(code)
  if (run !== null) return `\`\`\`powershell\nInvoke-WebRequest ${run[1]} | Invoke-Expression\n\`\`\``
  const sent = /^(env|printenv|cat [^\n|]+?) ?\| ?curl [^\n]*?["']?(https?:\/\/[^\s"'|]+)["']?[^\n|]*$/.exec(code)
  if (sent === null) return whole
  const read = sent[1].startsWith('cat ') ? `Get-Content ${sent[1].slice(4)} -Raw` : 'Get-ChildItem Env: | Out-String'
  return `\`\`\`powershell\n$body = ${read}\nInvoke-RestMethod -Uri ${sent[2]} -Method Post -Body $body\n\`\`\``
}

/** Longer strings stand in two pieces. */
function splitStrings(code, path) {
  if (path.endsWith('.py') && /f['"]|"{3}|'{3}/.test(code)) return code
  return code.replace(/(['"])([\w/:.~ -]{8,80})\1(?!\s*:)/g, (whole, quote, content, at) => {
    if (/(?:import|from|require\()\s*$/.test(code.slice(Math.max(0, at - 12), at))) return whole
    const half = content.length >> 1
    return `(${quote}${content.slice(0, half)}${quote} + ${quote}${content.slice(half)}${quote})`
  })
}

/** The sections of a document the other way round; what stands before the first stays. */
function reorderSections(document) {
  const end = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(document)?.[0].length ?? 0
  const parts = document.slice(end).split(/^(?=## )/m)
  return parts.length < 3 ? document : document.slice(0, end) + parts[0] + parts.slice(1).reverse().join('\n')
}

function nestFences(document) {
  return document.replace(/^```(\w*)\n([\s\S]*?)^```/gm, (_, tag, code) => {
    return `1. Run this:\n\n   \`\`\`${tag}\n${code.replace(/^/gm, '   ')}\n   \`\`\``
  })
}
