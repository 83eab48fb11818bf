/**
 * A skill that is only files. Anyone may read its text; its tools count only once the user approved exactly these
 * files.
 */

import { isAbsolute, join } from 'node:path'
import { type FolderEntry, readSkillPath } from '../../manager/content/skill-files.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import { detailsOf } from '../../registry/record/details.js'
import { directoryOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { ownKeyOf } from '../../registry/situation.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { stripLeadingBlankLines } from '../../skill/parse.js'
import { splitDocument } from '../../skill/split.js'
import { accessVariables } from '../../skill/tools-file/server-access.js'
import { type ServerEntry, TOOLS_FILES, type ToolsFile } from '../../skill/tools-file/tools-file.js'
import { readLock } from '../../store/lock.js'
import { lockFileOf, SIGN_INS } from '../../store/store-folder.js'
import { digest } from '../../system/files/digest.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'
import type { SkillTree } from '../../system/skill-files/skill-tree.js'
import { readToolsFile } from '../../system/skill-files/tools-file.js'
import { createServerEnclosure, noteMissingSandbox } from '../sandbox/enclose-server.js'
import { namesIn } from '../skill-tools/declared-tool.js'
import { type ScriptPlace, toScriptTool } from '../skill-tools/script-tool.js'
import { prepareCommand } from '../skill-tools/skill-command.js'
import type { ActivatableSkill } from './found-skill.js'
import type { ServerRequest } from './server.js'
import { composeAccess, type SignInPlace } from './server-access.js'

/** Whether the user approved a skill's current files. */
type SkillApproval = Awaited<ReturnType<SkillManager['approval']>>

/** Where skills that are files are found and run. */
export interface FileSkillOptions {
  readonly manager: SkillManager
  readonly workdir: string
}

/** Reads a skill and, if its files are approved, the tools they define. */
export async function findFileSkill(name: string, options: FileSkillOptions): Promise<Result<ActivatableSkill>> {
  const { manager } = options
  await manager.ready()
  const resolution = manager.resolve(name)
  if (!resolution.ok) return resolution
  const record = resolution.value
  const content = await manager.readContent(record)
  if (!content.ok) return content
  const brought = await readBrought(name, record, options)
  if (!brought.ok) return brought
  const { file, approval, tree, withheld = [] } = brought.value
  const { allowedTools } = detailsOf(record)
  const isApproved = approval?.state === 'approved'
  const place = placeOf(name, record, options)
  const servers = composeServers(file, place, tree, signInPlaceOf(record, place))
  if (!servers.ok) return servers
  return succeed({
    name: record.name,
    displayName: record.name,
    description: record.description,
    version: undefined,
    instructions: stripLeadingBlankLines(content.value.slice(splitDocument(content.value).bodyStart)),
    sources: [record.root.scope, ...(await findSource(record))],
    grants: (file.tools ?? []).map((entry) => ({
      tool: toScriptTool(entry, place, tree),
      mayShadow: false,
      prefix: record.name,
    })),
    servers: servers.value,
    restrictsTo: file.restrictsTo,
    preapproves: isApproved ? allowedTools : [],
    requires: { skills: file.requires?.skills ?? [], tools: file.requires?.tools ?? [] },
    reuses: file.reuses ?? [],
    digest: isApproved ? approval.digest : digest(content.value),
    withheld,
    notes: notesOf(record, brought.value),
    findObjection: async () => {
      const found = await place.findFiles()
      return 'objection' in found ? found.objection : undefined
    },
    encloseServer: createServerEnclosure(tree?.folder ?? directoryOf(record), place),
    findNotes: () => noteMissingSandbox(manager, bringsPrograms(file) ? place : undefined),
    onActivate: undefined,
    onDeactivate: undefined,
  })
}

/** A skill whose only power is its `allowed-tools` has not said yet that it waits for an approval. */
function notesOf(record: SkillRecord, { approval, notes }: Brought): readonly string[] {
  const isWaiting = approval?.state !== 'approved' && detailsOf(record).allowedTools.length > 0
  return isWaiting && notes.length === 0 ? [describeWaiting(record.name, approval)] : notes
}

function bringsPrograms({ tools = [], servers = {} }: ToolsFile): boolean {
  return tools.length > 0 || Object.values(servers).some(({ command }) => command !== undefined)
}

interface Brought {
  readonly file: ToolsFile
  readonly approval: SkillApproval | undefined
  /** The files that were compared with the approved ones. */
  readonly tree?: SkillTree | undefined
  readonly notes: readonly string[]
  /** The names of the tools that wait for an approval. */
  readonly withheld?: readonly string[]
}

const NO_POWERS = { status: undefined, tree: undefined }

/** The tools file, if it takes effect. One that the user has not approved is only checked for mistakes. */
async function readBrought(name: string, record: SkillRecord, { manager }: FileSkillOptions): Promise<Result<Brought>> {
  const found = await readText(record)
  if (!found.ok) return found
  const hasPowers = found.value !== undefined || detailsOf(record).allowedTools.length > 0
  const { status: approval, tree } = hasPowers ? await manager.approvedFiles(name) : NO_POWERS
  if (found.value === undefined) return succeed({ file: {}, approval, notes: [] })
  if (approval?.state !== 'approved' || tree === undefined) {
    const { diagnostics, tools = {} } = await reviewTools(directoryOf(record))
    const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error')
    const note =
      first === undefined
        ? describeWaiting(record.name, approval)
        : `The tools of skill '${record.name}' cannot be approved: ${describeMistakes(found.value, first, others.length)}. Fix it, then run: metier approve ${record.name}`
    return succeed({ file: {}, approval, notes: [note], withheld: namesIn(tools) })
  }
  // Use the approved bytes only: the file may have changed before the digests were compared.
  const again = await readText(record)
  if (!again.ok || again.value?.text !== found.value.text) {
    return fail('integrity_mismatch', `The files of skill '${record.name}' changed while they were being read`, [
      'Try again',
    ])
  }
  const reading = await readToolsFile(found.value.text, tree)
  if (reading.ok) return succeed({ file: reading.value, approval, tree, notes: [] })
  const [first, ...others] = reading.problems
  const file = `${directoryOf(record)}/${found.value.name}`
  const message = `Skill '${record.name}': ${describeMistakes(found.value, first, others.length)}`
  const suggestions = [`Fix ${file}`]
  return { ok: false, failure: { code: 'skill_invalid', message, suggestions, file, line: first.line } }
}

interface Mistake {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** The first mistake in a tools file, and how many more there are. */
function describeMistakes({ name }: FoundText, { line, column, message }: Mistake, more: number): string {
  return `${name}:${line}:${column} ${message}${more === 0 ? '' : ` (and ${more} more)`}`
}

/** Where a skill was installed from. A project's own lock could claim anything, so it is not asked. */
export async function findSource({ name, directory, root }: SkillRecord): Promise<readonly string[]> {
  if (root.scope === 'project' || !isAbsolute(root.path)) return []
  const lock = await readLock(lockFileOf(root.path))
  const entry = lock.ok ? (lock.value.skills.get(directory) ?? lock.value.skills.get(name)) : undefined
  return entry === undefined ? [] : [entry.source]
}

interface FoundText {
  readonly name: string
  readonly text: string
}

async function readText(record: SkillRecord): Promise<Result<FoundText | undefined>> {
  const found = isAbsolute(record.root.path) ? await findToolsFile(record) : undefined
  if (found === undefined) return succeed(undefined)
  const { name } = found
  // The user was not shown a link's target under this name.
  const read = found.type === 'file' ? await readSkillPath(record, name) : undefined
  if (read?.ok === false) return read
  if (read?.value.kind !== 'file')
    return fail('skill_invalid', `${name} of skill '${record.name}' is not a regular file`)
  const { text } = read.value
  if (text.length <= LIMITS.toolsFileBytes) return succeed({ name, text })
  return fail('limit_exceeded', `${name} of skill '${record.name}' is larger than ${LIMITS.toolsFileBytes} bytes`)
}

/** The first file that exists, even if it cannot be read: the user was shown that one only. */
async function findToolsFile(record: SkillRecord): Promise<FolderEntry | undefined> {
  const folder = await readSkillPath(record, '.')
  const entries = folder.ok && folder.value.kind === 'folder' ? folder.value.entries : []
  const candidates = TOOLS_FILES.map((name) => entries.find((entry) => entry.name === name && entry.type !== 'folder'))
  return candidates.find((entry) => entry !== undefined)
}

function describeWaiting(name: string, approval: SkillApproval | undefined): string {
  const files = approval?.state === 'lapsed' ? ` (changed since: ${approval.changed.join(', ')})` : ''
  const changed = approval?.problem === undefined ? files : ` (${approval.problem})`
  return `The tools of skill '${name}' need the user's approval${changed}. Run: metier approve ${name}`
}

/** Looks up by the requested name: a qualified name can mean another directory than the short one. */
function placeOf(name: string, record: SkillRecord, { manager, workdir }: FileSkillOptions): ScriptPlace {
  const { env, primaryEnv, bins, anyBins } = record.requirements
  const { entry, sandbox, private: hidden } = manager.configured(name)
  const key = primaryEnv !== undefined && typeof entry?.apiKey === 'string' ? { [primaryEnv]: entry.apiKey } : {}
  return {
    skill: record.name,
    workdir,
    project: manager.projectOf(workdir),
    variables: [...env, ...(primaryEnv === undefined ? [] : [primaryEnv])],
    values: { ...entry?.env, ...key },
    programs: [...bins, ...anyBins],
    sandbox,
    private: hidden,
    findFiles: async () => {
      const gone = findGone(name, record, manager)
      if (gone !== undefined) return { objection: gone, isGone: true }
      const { status, tree } = await manager.approvedFiles(name)
      const isApproved = status.state === 'approved' && tree !== undefined
      return isApproved ? { tree } : { objection: describeWaiting(record.name, status) }
    },
  }
}

/** A skill that was disabled or removed after its activation does nothing more. */
function findGone(name: string, record: SkillRecord, manager: SkillManager): string | undefined {
  const resolution = manager.resolve(name)
  if (resolution.ok) return undefined
  const { code, message } = resolution.failure
  if (code === 'skill_disabled') return message
  return code === 'skill_not_found' ? `Skill '${record.name}' is not there any more` : undefined
}

function composeServers(
  { servers = {} }: ToolsFile,
  place: ScriptPlace,
  tree: SkillTree | undefined,
  signIns: SignInPlace,
): Result<readonly ServerRequest[]> {
  const requests: ServerRequest[] = []
  for (const [name, entry] of tree === undefined ? [] : Object.entries(servers)) {
    const request = toServerRequest(name, entry, { place, signIns, tree: tree as SkillTree })
    if ('refusal' in request)
      return fail('skill_invalid', `Skill '${place.skill}': server '${name}': ${request.refusal}`)
    requests.push(request)
  }
  return succeed(requests)
}

/** A project's skill has its own sign-ins, which no other project can use. */
function signInPlaceOf(record: SkillRecord, { private: hidden }: ScriptPlace): SignInPlace {
  const { name, root } = record
  const owner = root.scope === 'project' ? JSON.stringify([ownKeyOf(record), root.path]) : ownKeyOf(record)
  return { skill: name, owner, folder: hidden.data && join(hidden.data, SIGN_INS) }
}

interface ServerPlace {
  readonly place: ScriptPlace
  readonly signIns: SignInPlace
  readonly tree: SkillTree
}

function toServerRequest(name: string, entry: ServerEntry, { place, signIns, tree }: ServerPlace) {
  const { command, args = [], url, tools, env = [], set = {}, timeout = LIMITS.serverSeconds } = entry
  const words = command === undefined ? [] : [command, ...args]
  const prepared = prepareCommand({ words, cwd: 'skill', env: [...env, ...accessVariables(entry)] }, tree, place)
  if ('refusal' in prepared) return prepared
  const access = composeAccess(entry, prepared.environment, signIns)
  if ('refusal' in access) return access
  return {
    name,
    ...(command !== undefined && { command: prepared.command, written: words }),
    ...(url !== undefined && { url, ...access }),
    ...(tools !== undefined && { tools }),
    cwd: prepared.cwd,
    // What the user configured for the skill wins.
    environment: { ...set, ...prepared.environment },
    startMilliseconds: timeout * 1000,
    callMilliseconds: LIMITS.toolSeconds * 1000,
    longestCallMilliseconds: LIMITS.serverCallSeconds * 1000,
  }
}
