/** Fits the texts of a tool into the limits of a client, so that nothing is cut in the middle or dropped. */

import type { TextLimits } from '../../agents/client-limits.js'
import { shorten } from '../../skill/text/shorten.js'
import { digest } from '../../system/files/digest.js'

interface NamedTool {
  readonly name: string
  readonly description?: string | undefined
}

/** The tool with a name and a description that the client passes on whole. */
export function fitTool<T extends NamedTool>(tool: T, limits: TextLimits): T {
  const { name, description } = tool
  return {
    ...tool,
    name: fitName(name, limits),
    ...(description !== undefined && { description: shorten(description, limits.description) }),
  }
}

/** The length of the digest that keeps changed names apart. */
const DIGEST_LENGTH = 8
/** For a client whose limit or prefix is not known: what model providers take, and a usual prefix. */
const CAREFUL_NAME = 64
const CAREFUL_PREFIX = 'mcp__metier__'.length
/** One other character, such as a dot, makes some clients fail at every request. */
const UNSAFE = /[^A-Za-z0-9_-]/g

/** A name that is too long with the client's prefix, or not safe, ends in a digest. The same name always gets the same one. */
export function fitName(name: string, limits: TextLimits): string {
  const { toolName = CAREFUL_NAME, prefix, prefixLength = prefix?.length ?? CAREFUL_PREFIX } = limits
  const room = toolName - prefixLength
  const safe = name.replace(UNSAFE, '_')
  if (name.length <= room && safe === name) return name
  return `${safe.slice(0, room - DIGEST_LENGTH - 1)}_${digest(name).slice(0, DIGEST_LENGTH)}`
}
