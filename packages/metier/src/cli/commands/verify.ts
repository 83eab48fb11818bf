import type { ComparedSkill, StoreListing } from '../../contracts/store-outcomes.js'
import { renderVerify } from '../../contracts/store-renderers.js'
import { revocationOf } from '../../gate/standing/standing.js'
import { SkillWriter } from '../../manager/skill-writer.js'
import { answer, type Command, type CommandOutcome } from '../arguments/command.js'
import { NOTHING_INSTALLED } from '../skills/nothing-yet.js'
import { openStoreRegistry } from '../skills/open-skills.js'
import { composeRelinkCommand, describeDrift, FLATTENED_ADVICE, isFlattened } from '../store/link-lines.js'
import { type CommandCall, composeReplace, composeRestore } from '../store/restore-command.js'
import { labelRoots } from '../store/root-labels.js'
import { composeSignature } from '../store/signature-lines.js'
import { adviseOnRevoked, composePrivate, composeStanding, isGone } from '../store/standing-lines.js'
import { chooseScope, PERSONAL, PROJECT } from '../store/store-command.js'
import { composeChanges, composeFailures } from '../store/store-lines.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { openProgress, showSteps } from '../terminal/show-progress.js'
import { wrapPage } from '../terminal/wrap-lines.js'

export const command: Command = {
  name: 'verify',
  summary: 'Compare installed skills with the lockfile and ask their sources',
  details: [
    'Compares file by file. Exits with 1 if a file of an installed skill was changed, added or removed, if a rollback restored such an edit (edited), if a link for an agent is missing, broken or replaced (unlinked), or if a signature is not accepted or was removed (unverified). Other skills in the same roots, and those that the client of ClawHub installed, are shown as unmanaged, which is not an error.',
    'Also asks registries and well-known hosts whether they have withdrawn an installed version, or warn of it: then exits with 1. A source that cannot be asked is named and changes nothing. With --offline, shows what the sources said last. Nothing is removed.',
  ],
  arguments: [],
  options: [
    PROJECT,
    PERSONAL,
    { name: 'offline', kind: 'flag', summary: 'Ask no source; show what the sources said last' },
  ],
  examples: [
    { line: 'metier verify', summary: 'Verify all installed skills' },
    { line: 'metier verify --project --json', summary: "Verify this project's skills in CI" },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const { known, notes, ...surroundings } = await openStoreRegistry(context)
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const writer = new SkillWriter(known)
    const given = await writer.verify({
      signal: context.signal,
      asksSources: !input.flag('offline'),
      ...chooseScope(input),
      ...(progress !== undefined && { onProgress: showSteps(progress) }),
    })
    progress?.end()
    const call = { input, context, surroundings }
    const sources = await findSources(given.skills.filter(isGone), writer, chooseScope(input))
    const json = renderVerify(given)
    const isAny = given.skills.some(
      ({ standing, status }) => status !== 'missing' && revocationOf(standing) !== undefined,
    )
    const lines = [
      ...composeVerified(given),
      ...composePrivate(sources, surroundings),
      ...composeNext(given, call),
      ...adviseOnRevoked(isAny),
    ]
    return answer(json, (columns) => wrapPage(lines, columns), {
      exitCode: json.ok ? 0 : 1,
      notes: [...notes, ...composeFailures(given.failures)],
      afterwards: () => known.close(),
    })
  },
}

async function findSources(
  skills: readonly ComparedSkill[],
  writer: SkillWriter,
  scope: ReturnType<typeof chooseScope>,
): Promise<readonly string[]> {
  if (skills.length === 0) return []
  const locked = await writer.locked(scope)
  const isAmong = (name: string, root: string) => skills.some((skill) => skill.name === name && skill.root === root)
  return locked.skills.filter(({ name, root }) => isAmong(name, root)).map(({ entry }) => entry.source)
}

const STYLES = {
  ok: 'green',
  edited: 'yellow',
  unlinked: 'yellow',
  unverified: 'red',
  changed: 'red',
  missing: 'red',
  unmanaged: 'dim',
} as const

function composeVerified({ skills, failures }: StoreListing<ComparedSkill>): readonly Line[] {
  if (skills.length === 0) return failures.length === 0 ? NOTHING_INSTALLED.map(say) : []
  const labelOf = labelRoots(skills)
  return skills.flatMap((skill): readonly Line[] => {
    const { name, status, origin, problem, scannedWith } = skill
    const label = labelOf(skill)
    const from = origin === undefined ? '' : `  from ${origin.client} ${origin.version ?? ''}`
    return [
      [styled(status.padEnd(11), STYLES[status]), name, styled(label === '' ? from : `  (${label})${from}`, 'dim')],
      ...(problem === undefined ? [] : [['           ', problem]]),
      ...(scannedWith === undefined ? [] : [describeOlderScan(name, scannedWith)]),
      ...composeSignature(skill.signature, '           '),
      ...composeStanding(skill.standing, '           '),
      ...composeDifferences(skill),
      ...(skill.links ?? []).map((drift): Line => `           ${describeDrift(drift)}`),
      ...composeRelink(skill),
    ]
  })
}

/** One command per root, because each root has its own lockfile. */
function composeNext({ skills }: StoreListing<ComparedSkill>, call: CommandCall): readonly Line[] {
  const withStatus = (wanted: ComparedSkill['status']) => skills.filter(({ status }) => status === wanted)
  return [
    ...composeRestoring(withStatus('changed'), TO_RESTORE, call),
    ...composeRestoring(withStatus('missing'), TO_FETCH, call),
    ...composeReplacing(withStatus('edited'), skills, call),
  ]
}

const TO_RESTORE = 'To restore the versions in the lockfile (rollback can restore the current files):'
const TO_FETCH =
  "To install missing skills again, as the lockfile records them ('metier remove NAME' forgets one instead):"

function composeReplacing(
  edited: readonly ComparedSkill[],
  installed: readonly ComparedSkill[],
  call: CommandCall,
): readonly Line[] {
  if (edited.length === 0) return []
  const commands = edited.map((skill): Line => ['  ', styled(composeReplace(call, skill, installed), 'cyan')])
  return ['', "To replace local edits with the source's version (rollback can restore them):", ...commands]
}

function composeRestoring(drifted: readonly ComparedSkill[], title: string, call: CommandCall): readonly Line[] {
  if (drifted.length === 0) return []
  const roots = [...new Set(drifted.map(({ root }) => root))]
  const commands = roots.map((root): Line => {
    const names = drifted.filter((skill) => skill.root === root).map(({ name }) => name)
    return ['  ', styled(composeRestore(call, root, names), 'cyan')]
  })
  return ['', say(title), ...commands]
}

function composeDifferences({ status, changes }: ComparedSkill): readonly Line[] {
  if (status !== 'changed' && status !== 'edited') return []
  const lines = composeChanges(changes).map((line): Line => (typeof line === 'string' ? line : ['  ', ...line]))
  if (status === 'changed') return lines
  const about = lines.length === 0 ? [EDITED, UNKNOWN_EDITS] : [EDITED]
  return [...about.map((text): Line => [styled(`           ${text}`, 'dim')]), ...lines]
}

/** The links of a missing skill come back with it. */
function composeRelink({ name, scope, status, links = [] }: ComparedSkill): readonly Line[] {
  if (links.length === 0 || status === 'missing') return []
  const advice = isFlattened(links) ? [`           ${FLATTENED_ADVICE}`] : []
  return [...advice, ['           ', styled(composeRelinkCommand(name, scope, links), 'cyan')]]
}

const EDITED = 'local edits that the source does not have, recorded in the lockfile'
const UNKNOWN_EDITS = "the edited files cannot be named: nothing here records the files of the source's version"

function describeOlderScan(name: string, ruleSet: string): Line {
  return say(`           scanned with rules ${ruleSet}; run 'metier audit ${name}' to use the current rules`)
}
