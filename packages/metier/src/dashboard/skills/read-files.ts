/** The files of a skill for its viewer: as data, never beyond the skill's directory. */

import { directoryOf } from '../../registry/record/skill-record.js'
import { succeed } from '../../skill/failure.js'
import { splitDocument } from '../../skill/split.js'
import { estimateTokens } from '../../skill/text/tokens.js'
import { guardFiles } from '../../store/guard.js'
import { digestTree, readTree } from '../../system/skill-files/tree-digest.js'
import type { FilesView, FileView, SourceView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { readLockEntries } from './lock-entries.js'

const MOST_FILES = 5_000

export async function readSource(
  { skillManager }: DashboardContext,
  { record }: SkillEntry,
): Promise<RouteOutcome<SourceView>> {
  const content = await skillManager.readContent(record)
  if (!content.ok) return content
  const text = content.value
  const { bodyStart } = splitDocument(text)
  const bodyLine = text.slice(0, bodyStart).split('\n').length
  return { ok: true, value: { path: record.fileName, text, bodyLine, tokens: estimateTokens(text) } }
}

export async function listFiles(
  { live }: DashboardContext,
  { record }: SkillEntry,
  signal: AbortSignal,
): Promise<RouteOutcome<FilesView>> {
  const directory = directoryOf(record)
  const tree = await guardFiles(`Reading ${directory}`, async () => succeed(await readTree(directory, { signal })))
  if (!tree.ok) return tree
  const files = tree.value
  const digest = digestTree(files)
  const locked = (await readLockEntries(live.current().situation))(record)
  return {
    ok: true,
    value: {
      files: {
        entries: files
          .slice(0, MOST_FILES)
          .map(({ path, size, mode }) => ({ path, size, isExecutable: mode === '0755' })),
        left: Math.max(0, files.length - MOST_FILES),
      },
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      digest,
      isUnchanged: locked === undefined ? null : locked.digest === digest,
    },
  }
}

export async function readFile(
  { skillManager }: DashboardContext,
  { record }: SkillEntry,
  path: string,
  signal: AbortSignal,
): Promise<RouteOutcome<FileView>> {
  const read = await skillManager.readPath(record, path, signal)
  if (read.ok) {
    if (read.value.kind === 'file') return { ok: true, value: { kind: 'text', path, text: read.value.text } }
    return refuseRequest('not_found', `'${path}' is a directory`)
  }
  // A file of the skill that is not text, or too large to show.
  const { files } = await skillManager.listFiles(record, MOST_FILES)
  if (!files.includes(path)) return read
  return { ok: true, value: { kind: 'binary', path, size: null, message: read.failure.message } }
}
