// Files from data.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes files below a folder; a value is a text, bytes, `{ link }` or `{ text, mode }`. */
export function writeTree(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(target, content)
    else if (content.link !== undefined) symlinkSync(content.link, target)
    else {
      writeFileSync(target, content.text)
      chmodSync(target, content.mode)
    }
  }
}
