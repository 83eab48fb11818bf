/** `npm:NAME[@range][/skill]`, with the registry that the user's configuration gives the package. */

import { type Result, succeed } from '../../skill/failure.js'
import { isRange } from '../../skill/tools-file/version-range.js'
import { identityOf, isSafeSubpath, refuseReference } from '../reference-parts.js'
import type { SourceReference } from '../source.js'
import { type NpmPlaces, readNpmSettings } from './npm-settings.js'

const PART = '[a-z0-9~_-][a-z0-9._~-]*'
const REFERENCE = new RegExp(`^npm:((?:@${PART}/)?${PART})(?:@([^/@]+))?(?:/(.+))?$`, 'i')
const TAG = /^[a-z][a-z0-9._-]*$/i
const LONGEST_NAME = 214

/** Undefined if the text does not start with `npm:`. */
export function parseNpmReference(text: string, places: NpmPlaces): Result<SourceReference> | undefined {
  if (!/^npm:/i.test(text)) return undefined
  const [, name = '', ref, skill] = REFERENCE.exec(text) ?? []
  if (name === '' || name.length > LONGEST_NAME)
    return refuseReference(text, 'use npm:package or npm:package@range/skill')
  if (ref !== undefined && !TAG.test(ref) && !isRange(ref)) {
    return refuseReference(text, `'${ref}' is neither a version, a range nor a tag`)
  }
  if (skill !== undefined && !isSafeSubpath(skill)) return refuseReference(text, 'the skill is not a valid path')
  const registry = readNpmSettings(places).registryOf(name)
  if (!registry.ok) return registry
  const { url, projectFile } = registry.value
  return succeed({
    kind: 'npm',
    text,
    identity: identityOf(new URL(name, url)),
    location: new URL(name.replace('/', '%2f'), url).href,
    ...(projectFile !== undefined && { notice: `${projectFile} says that ${name} comes from ${url.host}` }),
    ...(ref !== undefined && { ref }),
    ...(skill !== undefined && { path: skill }),
  })
}

/** The name of the package in a reference. */
export function packageOf({ text }: Pick<SourceReference, 'text'>): string {
  return REFERENCE.exec(text)?.[1] ?? ''
}
