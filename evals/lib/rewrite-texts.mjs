// How mutations change the texts of a skill.
export const text = new TextDecoder()
export const bytes = new TextEncoder()

/** Changes the texts of a skill; undefined where nothing changed. */
export function onTexts(change, pattern = /./) {
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

/** Paragraphs of plain prose, broken elsewhere. */
export function wrapParagraphs(document, indent = '') {
  const end = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(document)?.[0].length ?? 0
  let isFenced = false
  const lines = document
    .slice(end)
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) isFenced = !isFenced
      if (isFenced || !/^(?:[A-Z*]|- |\d+\. )/.test(line) || /[`|<]/.test(line) || line.length < 70) return line
      return line.replace(/(.{40,60}?) (?=[a-z])/g, `$1\n${indent}`)
    })
  return document.slice(0, end) + lines.join('\n')
}
