import { join, relative, resolve } from 'node:path'
import { type Draft, draftSkill, placeholderDescription } from '../../skill/draft.js'
import { LIMITS } from '../../skill/limits.js'
import { isConformantName, suggestConformantName } from '../../skill/name.js'
import { createFolder } from '../../system/files/author-files.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../arguments/command.js'
import { askText, askYesNo, canAsk } from '../terminal/ask.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'new',
  summary: 'begin a skill',
  details: [
    'Makes a folder NAME with a SKILL.md that is conformant as it stands. On a terminal it asks for the description and what else the options leave open; with --description or --yes it asks nothing.',
    'A folder that is there already is left alone.',
  ],
  arguments: [{ name: 'NAME', summary: 'lowercase letters, digits and single hyphens' }],
  options: [
    { name: 'in', kind: 'text', value: 'DIR', default: '.', completes: 'folders', summary: 'make the folder in DIR' },
    { name: 'description', kind: 'text', value: 'TEXT', summary: 'what the skill does and when to use it' },
    { name: 'license', kind: 'text', value: 'TEXT', summary: 'a short name such as MIT' },
    { name: 'scripts', kind: 'flag', summary: 'with a script' },
    { name: 'references', kind: 'flag', summary: 'with a page to read when it is needed' },
    { name: 'tools', kind: 'flag', summary: 'with a tools.yaml and the script that it runs' },
    { name: 'evals', kind: 'flag', summary: 'with queries for metier test' },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'ask nothing' },
  ],
  examples: [
    {
      line: 'metier new release-notes --in .agents/skills',
      summary: 'a skill of this project, with questions on the way',
    },
    {
      line: 'metier new pdf --description "Reads PDF files. Use it for forms and tables." --tools --yes',
      summary: 'one that brings a tool, without any question',
    },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const name = input.argument('NAME') ?? ''
    if (!isConformantName(name)) return refuseName(name)
    const draft = await settleDraft(name, input, context)
    if (draft === undefined) return refuse('nothing was made')
    if ([...draft.description].length > LIMITS.descriptionLength) {
      return misuse(`the description has more than ${LIMITS.descriptionLength} characters`)
    }
    const folder = resolve(context.workdir, input.text('in') ?? '.', name)
    const made = createFolder(folder, draftSkill(draft))
    if (!made.ok) return refuse(made.failure.message, made.failure.suggestions)
    const path = join(folder, 'SKILL.md')
    return answer({ created: true, name, path, files: made.value }, () =>
      composeCreated(folder, made.value, draft, context),
    )
  },
}

function refuseName(name: string): CommandOutcome {
  const better = suggestConformantName(name)
  const message = `'${name}' cannot be a skill's name: only lowercase letters, digits and single hyphens, at most ${LIMITS.nameLength}`
  return misuse(message, better === undefined ? [] : [`Try: metier new ${better}`])
}

/** The options, then what the person says, then what holds anyway; undefined where the person broke off. */
async function settleDraft(name: string, input: Input, { io, signal }: Context): Promise<Draft | undefined> {
  const given = input.text('description')
  const isAsked = canAsk(io) && !input.flag('yes')
  const described = given ?? (isAsked ? await askText('What does it do, and when is it used?', '', io) : '')
  if (described === undefined) return undefined
  // One who gave the description on the command line has said what is wanted.
  const isOpen = isAsked && given === undefined
  const license = input.text('license') ?? (isOpen ? await askText('Under which licence? Empty for none.', '', io) : '')
  if (license === undefined) return undefined
  const ask = async (flag: string, question: string) => input.flag(flag) || (isOpen && (await askYesNo(question, io)))
  const draft = {
    name,
    description: described === '' ? placeholderDescription(name) : described,
    license: license === '' ? undefined : license,
    hasScripts: await ask('scripts', 'With a script?'),
    hasReferences: await ask('references', 'With a page of references?'),
    hasTools: await ask('tools', 'With a tool of its own?'),
    hasEvals: await ask('evals', 'With queries to test it by?'),
  }
  return signal.aborted ? undefined : draft
}

function composeCreated(folder: string, files: readonly string[], draft: Draft, { workdir }: Context): readonly Line[] {
  const shown = relative(workdir, folder) || folder
  const isPlaceholder = draft.description === placeholderDescription(draft.name)
  return [
    [styled('✓ ', 'green'), styled(draft.name, 'bold'), ` in ${shown}`],
    ...files.map((file) => `  ${relative(folder, file)}`),
    '',
    ...(isPlaceholder ? ['Write the description next: it is all that a model sees before it chooses.'] : []),
    [styled(`metier validate ${shown} --strict`, 'cyan')],
    ...(draft.hasEvals ? [[styled(`metier test ${shown}`, 'cyan')]] : []),
  ]
}
