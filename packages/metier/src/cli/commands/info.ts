import type { RegisteredSkill } from '../../manager/view.js'
import { estimateTokens } from '../../skill/tokens.js'
import { wrapText } from '../../skill/columns.js'
import { answer, type Command, STRICT } from '../command.js'
import { type Line, styled } from '../lines.js'
import { type OpenedSkills, openSkills, refuseUnknown } from '../open-skills.js'
import { saveSummary, toSummary } from '../saved-summary.js'

export const command: Command = {
  name: 'info',
  summary: 'show everything about one skill',
  details: [
    'A skill that lost its name to a nearer one is reached by its qualified name, such as personal:pdf; doctor shows them.',
  ],
  arguments: [
    {
      name: 'NAME',
      summary: 'the skill',
      completes: 'skills',
      whenMissing: "skill name required for 'info' action",
    },
  ],
  options: [STRICT],
  examples: [
    { line: 'metier info video-frames', summary: 'what it is, where it lies, what it needs' },
    { line: 'metier info pdf --json', summary: 'the same for a script' },
  ],
  async run(input, context) {
    const name = input.argument('NAME') ?? ''
    const opened = await openSkills(context, input.flag('strict'))
    const known = opened.skills.info(name)
    if ('error' in known) return refuseUnknown(opened, name, known)
    const skill = findRegistered(opened, String(known.name), String(known.path))
    const loaded = await opened.skills.loadSkill(name)
    const tokens = loaded === null ? undefined : estimateTokens(loaded.content)
    const errors = loaded?.errors ?? []
    return answer(known, (columns) => composeInfo(known, skill, tokens, errors, columns), {
      notes: opened.notes,
      afterwards: async () => {
        saveSummary(opened, toSummary(opened.skills.list()))
        await opened.skills.close()
      },
    })
  },
}

/** The same skill with what the contract's answer leaves out. */
function findRegistered({ skills }: OpenedSkills, name: string, path: string): RegisteredSkill | undefined {
  const { all, shadowed } = skills.registry
  const winner = all.get(name)
  return winner?.path === path ? winner : shadowed.find((skill) => skill.path === path)
}

const READABLE = 100
const LABEL_WIDTH = 12

type Lists = Readonly<Record<string, readonly string[]>>

function composeInfo(
  known: Readonly<Record<string, unknown>>,
  skill: RegisteredSkill | undefined,
  tokens: number | undefined,
  errors: readonly string[],
  columns: number,
): readonly Line[] {
  const width = Math.min(columns, READABLE)
  const emoji = typeof known.emoji === 'string' ? `${known.emoji} ` : ''
  const lines: Line[] = [[emoji, styled(String(known.name), 'bold')]]
  lines.push(...wrapText(String(known.description), width), '')
  lines.push(...field('state', [stateOf(known, skill)]))
  lines.push(...field('scope', skill === undefined ? [] : [skill.scope]))
  lines.push(...field('call it', skill !== undefined && isShadowed(skill) ? [skill.qualifiedName] : []))
  lines.push(...field('path', [String(known.path)]))
  lines.push(...field('size', tokens === undefined ? [] : [`about ${tokens} tokens`]))
  lines.push(...field('requires', describeLists(known.requires as Lists)))
  lines.push(...field('install', (known.install as readonly Lists[]).map(describeInstall)))
  lines.push(...field('odd', errors))
  const { reasons = [], fixes = [] } = skill ?? {}
  lines.push(...field('why not', reasons))
  lines.push(...field('would help', fixes, 'cyan'))
  return lines
}

function stateOf(known: Readonly<Record<string, unknown>>, skill: RegisteredSkill | undefined): string {
  if (skill?.disabled) return 'switched off'
  if (skill !== undefined && isShadowed(skill)) return `shadowed by ${skill.shadowedBy}`
  return known.eligible === true ? 'can be used here' : 'cannot be used here'
}

function isShadowed(skill: RegisteredSkill): skill is RegisteredSkill & { readonly shadowedBy: string } {
  return 'shadowedBy' in skill
}

function field(label: string, values: readonly string[], style?: 'cyan'): readonly Line[] {
  return values.map(
    (value, at): Line => [
      styled((at === 0 ? label : '').padEnd(LABEL_WIDTH), 'dim'),
      style === undefined ? value : styled(value, style),
    ],
  )
}

function describeLists(lists: Lists): readonly string[] {
  return Object.entries(lists)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
}

function describeInstall(entry: Readonly<Record<string, unknown>>): string {
  return `${entry.kind}: ${entry.label}`
}
