// The files below a folder as text: path, mode, content.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

// Who holds a lock at this moment says nothing about what a command leaves behind.
const PASSING = /(?:^|\/)holder\.\d+$/

/** Describes every file below a folder. */
export function describeTree(folder, name) {
  const files = listFiles(folder).filter((path) => !PASSING.test(path))
  const texts = files.map((path) => describeFile(folder, path))
  return `--- files of the ${name}${texts.length === 0 ? ': none' : ''}\n${texts.join('')}\n`
}

function listFiles(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const isLeaf = (entry) => !entry.isDirectory() || isEmpty(join(entry.parentPath, entry.name))
  const paths = entries.filter(isLeaf).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  return paths.toSorted((one, other) => (one < other ? -1 : 1))
}

function isEmpty(folder) {
  return readdirSync(folder).length === 0
}

function describeFile(folder, path) {
  const full = join(folder, path)
  const stats = lstatSync(full)
  if (stats.isSymbolicLink()) return `${path} -> ${readlinkSync(full)}\n`
  if (stats.isDirectory()) return `${path}/ (empty)\n`
  const mode = (stats.mode & 0o777).toString(8)
  const bytes = readFileSync(full)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes) || text.includes('\0')) {
    return `${path} (${mode}) ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}\n`
  }
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const end = text === '' || text.endsWith('\n') ? '' : '  | (no line end)\n'
  return `${path} (${mode})\n${lines.map((line) => `  | ${line}\n`).join('')}${end}`
}
