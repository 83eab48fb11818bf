/** Archives that a script packs, in memory or under a name: they carry the files that are added by their paths. */

import type { Method } from '../member.js'
import { addTo, createCell, isCell, storeField } from '../objects.js'
import { carrier, mergeTaints, referenceValue, type Taint, taintedText, type Value } from '../value.js'
import type { CallContext, KnownCall } from './call-context.js'

const OPENS = /(?:^|\.)(?:tarfile\.open|TarFile(?:\.open)?|ZipFile|AdmZip|JSZip)$/
const ADDS = /(?:tarfile\.open|TarFile(?:\.open)?|ZipFile|AdmZip|JSZip)\(\)\.(?:add|write|addLocalF\w{2,5})$/

/** The archive that a call opens, which knows the buffer or file behind it; undefined for other calls. */
export function openArchive(reference: string, given: readonly Value[]): Value | undefined {
  if (!OPENS.test(reference)) return undefined
  const archive = createCell(referenceValue(`${reference}()`, undefined, mergeTaints(given)))
  const behind =
    given.flatMap((value) => value.fields?.get('fileobj') ?? value.fields?.get('file') ?? [])[0] ?? given[0]
  if (behind?.text !== undefined) storeField(archive, 'archive', taintedText(behind.text, []))
  else if (behind !== undefined && isCell(behind)) storeField(archive, 'buffer', behind)
  return archive
}

/** What the archive then carries. */
export function addToArchive({ reference, callee, given, at }: KnownCall, context: CallContext): void {
  const on = (callee.callable as Method | undefined)?.on
  if (on === undefined || !ADDS.test(reference)) return
  const packed: Taint = { kind: 'content', name: 'a file', at }
  const taints = mergeTaints([...given, carrier([packed])])
  const buffer = on.fields?.get('buffer')
  if (buffer !== undefined && isCell(buffer)) addTo(buffer, [carrier(taints)])
  if (isCell(on)) addTo(on, [carrier(taints)])
  context.files.write(on.fields?.get('archive')?.text, taints)
}
