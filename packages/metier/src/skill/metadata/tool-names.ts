/** Splits `allowed-tools`, whose entries may contain spaces inside parentheses: `Bash(git add *) Read`. */
export function splitToolNames(text: string): readonly string[] {
  const names: string[] = []
  let name = ''
  let depth = 0
  for (const character of text) {
    // An unclosed parenthesis swallows the rest: half a pattern must not become a whole tool.
    if (depth === 0 && /[\s,]/.test(character)) {
      names.push(name)
      name = ''
      continue
    }
    name += character
    if (character === '(') depth++
    else if (character === ')' && depth > 0) depth--
  }
  return [...names, name].filter((part) => part !== '')
}
