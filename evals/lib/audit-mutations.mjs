// Ways to rewrite a skill that keep what it does.
const text = new TextDecoder()
const bytes = new TextEncoder()

/** Changes the texts of a skill; undefined where nothing changed. */
function onTexts(change, pattern = /./) {
  return (files) => {
    let isChanged = false
    const changed = files.map((file) => {
      if (!pattern.test(file.path) || file.bytes.subarray(0, 8192).includes(0)) return file
      const before = text.decode(file.bytes)
      const after = change(before, file.path)
      if (after === before) return file
      isChanged = true
      return { ...file, bytes: bytes.encode(after) }
    })
    return isChanged ? changed : undefined
  }
}

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
  'renamed variables': onTexts(renameNames, /\.(?:py|js|ts|sh)$/i),
  'split strings': onTexts(splitStrings, /\.(?:py|js|ts)$/i),
  'reordered sections': onTexts(reorderSections, /SKILL\.md$/i),
  'nested in a list': onTexts(nestFences, /SKILL\.md$/i),
  'carriage returns only': onTexts((document) => document.replace(/\r?\n/g, '\r'), /\.md$/i),
  shouting: onTexts(
    (document) => document.replace(/\b(?:do not|must|never|silently|required)\b/gi, (word) => word.toUpperCase()),
    /\.md$/i,
  ),
}

/** Names that a script gives itself become other names. */
function renameNames(code) {
  const given = /^[ \t]*(?:const |let |var |local |def |function )?([a-z_][a-z0-9_]{2,20})[ \t]*(?:=(?!=)|\()/gim
  let renamed = code
  for (const name of new Set([...code.matchAll(given)].map((match) => match[1]))) {
    const isKeyword = /^(?:if|for|while|return|import|from|curl|main|self|this|env|eval|exec|print|with|open)$/.test(
      name,
    )
    const isElsewhere = new RegExp(`[.'"\`/-]${name}\\b|\\b${name}[:'"\`/-]|\\b${name}=[^=\\n]*[,)]`).test(code)
    if (!isKeyword && !isElsewhere)
      renamed = renamed.replace(new RegExp(`\\b${name}\\b`, 'g'), `v${name.length}${name[0]}`)
  }
  return renamed
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
