/** Opens a container that lies among the files of a skill, and says what is wrong with one that cannot be opened. */

import type { BundleFile, GateTools } from '../bundle.js'
import type { ScannedFile } from '../evidence.js'
import type { FileType } from '../facts/file-type.js'
import { readArchive } from './read-archive.js'

export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'members'; readonly members: readonly BundleFile[] }
  | { readonly kind: 'odd'; readonly oddity: string; readonly detail: string }

const NONE: Opening = { kind: 'none' }
const ARCHIVES: readonly FileType[] = ['zip', 'gzip', 'tar']
const DOCUMENTS = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub|jar|whl|mcpb|dxt|skill)$/i

/** What lies inside a file; its members are named relative to it. */
export function openContainer(file: ScannedFile, tools: GateTools, mayOpen: boolean): Opening {
  if (!ARCHIVES.includes(file.type)) return NONE
  if (!mayOpen) return { kind: 'odd', oddity: 'nested-archive', detail: file.path }
  const reading = readArchive(file.bytes, tools)
  // Documents and packages are archives by their form; what they are is somebody else's business.
  if (DOCUMENTS.test(file.path)) return NONE
  if (reading.ok) return { kind: 'members', members: reading.files }
  const { code, message } = reading.problem
  return { kind: 'odd', oddity: oddityOf(code), detail: `${code}: ${message}` }
}

function oddityOf(code: string): string {
  if (code === 'encrypted') return 'encrypted-archive'
  if (/^(?:device|reserved_name)$/.test(code)) return 'device-archive'
  return /^(?:traversal|absolute|drive|backslash|link)$/.test(code) ? 'escaping-archive' : 'unread-archive'
}
