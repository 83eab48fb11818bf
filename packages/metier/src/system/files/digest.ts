/** SHA-256 of a text, in hexadecimal; the module behind it is loaded when it is needed. */
export function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text, 'utf8').digest('hex')
}
