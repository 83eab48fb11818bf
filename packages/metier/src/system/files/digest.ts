/** SHA-256 of a text, in hexadecimal; its module is loaded on demand. */
export function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text, 'utf8').digest('hex')
}
