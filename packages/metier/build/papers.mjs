// The papers of a published package: its license and its README, whose links lead out of the repository.
import { existsSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE } from './package.mjs'

const REPOSITORY = join(PACKAGE, '../..')

/** A package is published without the repository around it. */
export async function copyPapers() {
  const license = join(REPOSITORY, 'LICENSE')
  if (existsSync(license)) await copyFile(license, join(PACKAGE, 'LICENSE'))
  const readme = join(REPOSITORY, 'README.md')
  if (!existsSync(readme)) return
  const { homepage } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  await writeFile(join(PACKAGE, 'README.md'), toAbsoluteLinks(await readFile(readme, 'utf8'), homepage))
}

/** Makes the relative links of a page absolute. Images need the file itself, not the page that shows it. */
export function toAbsoluteLinks(text, homepage) {
  const address = new URL(homepage)
  const files = `https://raw.githubusercontent.com${address.pathname}/HEAD/`
  const pages = `${address.origin}${address.pathname}/blob/HEAD/`
  return text.replace(/(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)]+)\)/g, (link, mark, label, target) =>
    target === 'LICENSE' ? link : `${mark}[${label}](${mark === '!' ? files : pages}${target})`,
  )
}
