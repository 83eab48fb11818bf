/** Shows the result of a tool so that nothing in it acts on a terminal it is pasted into. */

/** Control characters other than line breaks and tabs, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

export function showText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(ACTING, (character) => {
    const code = character.charCodeAt(0).toString(16)
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`
  })
}
