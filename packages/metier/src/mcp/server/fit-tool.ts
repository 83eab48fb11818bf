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

/** The length of the digest that keeps shortened names apart. */
const DIGEST_LENGTH = 8

/** A name that is too long with the client's prefix ends in a digest. The same name always gets the same one. */
export function fitName(name: string, limits: TextLimits): string {
  const { toolName = Number.POSITIVE_INFINITY, prefix = '', prefixLength = prefix.length } = limits
  const room = toolName - prefixLength
  if (name.length <= room) return name
  return `${name.slice(0, room - DIGEST_LENGTH - 1)}_${digest(name).slice(0, DIGEST_LENGTH)}`
}
