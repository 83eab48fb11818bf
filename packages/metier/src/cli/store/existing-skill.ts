/** What to say about a skill that is in the way of an installation: where it is, where it came from, and what to do. */

import { relative, sep } from 'node:path'
import type { StoreRefusal } from '../../contracts/store-outcomes.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Input } from '../arguments/command.js'
import { typeAgain, whereOf } from '../arguments/typed-again.js'
import { type Line, say } from '../terminal/lines.js'
import { shortId } from '../terminal/short-id.js'

type Details = NonNullable<StoreRefusal['details']>

export function describeExisting(path: string, { alike, linkTo, installedFrom }: Details): string {
  if (linkTo !== undefined) return `${path} is a link to ${linkTo}`
  const state = { files: ', with the same files', damaged: ', but its files have changed', source: '' }
  return `It is installed in ${path}${describeSource(installedFrom)}${alike === undefined ? '' : state[alike]}`
}

function describeSource(from: Details['installedFrom']): string {
  if (from === undefined) return ''
  const { source, version, commit } = from
  const exact = version ?? commit
  return ` from ${source}${exact === null ? '' : ` (${shortId(exact)})`}`
}

/** The source may have a newer version of the skill that it was installed from. */
export function adviseOnExisting({ skill = '', details = {} }: StoreRefusal, input: Input): readonly Line[] {
  const { linkTo, path = '', root = '', alike } = details
  if (linkTo !== undefined) return [`To install it here, remove the link first: rm ${quoteForShell(path)}`]
  if (alike === 'files') return ['Nothing was changed. Use --force to overwrite']
  if (alike === 'damaged') return [say("Run 'metier verify' to see the changes and how to restore the files")]
  const name = quoteForShell(relative(root, path).split(sep).join('/') || skill)
  if (alike === 'source') {
    return [say(`To update it from the same source: metier update ${name}`), 'Use --force to overwrite']
  }
  const isRecorded = details.installedFrom !== undefined
  const undo = isRecorded ? `, and 'metier rollback ${name}' restores it` : ''
  const isPlaced = whereOf(input).some(({ option }) => option === 'project' || option === 'root')
  return [
    say(`Use --force to overwrite it${undo}`),
    ...(isPlaced
      ? []
      : [say(`To keep both, install it for this project only: ${typeAgain(input, { with: ['--project'] })}`)]),
  ]
}
