import { dirname, join, relative, resolve } from 'node:path'
import { type Draft, draftSkill, toToolName } from '../../skill/draft.js'
import { LIMITS } from '../../skill/limits.js'
import { isConformantName, suggestConformantName } from '../../skill/name.js'
import { placeholderDescription } from '../../skill/placeholder.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { createFolder } from '../../system/files/author-files.js'
import { isInside } from '../../system/files/contained-file.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../arguments/command.js'
import { findSurroundings } from '../skills/open-skills.js'
import { askText, askYesNo, canAsk } from '../terminal/ask.js'
import { type Line, styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'new',
  summary: 'Create a skill',
  details: [
    'Creates a directory NAME with a valid SKILL.md. On a terminal, prompts for the description and for what the options do not specify; with --description or --yes, it does not prompt.',
    'Does not change a directory that already exists.',
  ],
  arguments: [{ name: 'NAME', summary: 'Lowercase letters, digits and single hyphens' }],
  options: [
    {
      name: 'in',
      kind: 'text',
      value: 'DIR',
      default: '.',
      completes: 'folders',
      summary: 'Create the directory in DIR',
    },
    { name: 'description', kind: 'text', value: 'TEXT', summary: 'What the skill does and when to use it' },
    { name: 'license', kind: 'text', value: 'TEXT', summary: 'License identifier, such as MIT' },
    { name: 'scripts', kind: 'flag', summary: 'Add a script' },
    { name: 'references', kind: 'flag', summary: 'Add a reference page that is read on demand' },
    { name: 'tools', kind: 'flag', summary: 'Add a tools.yaml and the script that it runs' },
    { name: 'evals', kind: 'flag', summary: "Add queries for 'metier test'" },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'Do not prompt' },
  ],
  examples: [
    {
      line: 'metier new release-notes --in .agents/skills',
      summary: 'Create a skill in this project, with prompts',
    },
    {
      line: 'metier new pdf --description "Reads PDF files. Use it for forms and tables." --tools --yes',
      summary: 'Create a skill with a tool, without prompts',
    },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const name = input.argument('NAME') ?? ''
    if (!isConformantName(name)) return refuseName(name)
    const draft = await settleDraft(name, input, context)
    if (draft === undefined) return refuse('canceled: nothing was created')
    if ([...draft.description].length > LIMITS.descriptionLength) {
      return misuse(`the description is longer than ${LIMITS.descriptionLength} characters`)
    }
    const folder = resolve(context.workdir, input.text('in') ?? '.', name)
    const made = createFolder(folder, draftSkill(draft))
    if (!made.ok) return refuse(made.failure.message, made.failure.suggestions)
    const path = join(folder, 'SKILL.md')
    const root = findRootOf(folder, context)
    return answer({ created: true, name, path, files: made.value, root: root ?? null }, () =>
      composeCreated(folder, made.value, draft, { ...context, isFound: root !== undefined }),
    )
  },
}

function refuseName(name: string): CommandOutcome {
  const better = suggestConformantName(name)
  const message = `invalid skill name '${name}': use lowercase letters, digits and single hyphens, at most ${LIMITS.nameLength} characters`
  return misuse(message, better === undefined ? [] : [`Try: metier new ${better}`])
}

const DESCRIBE = 'What does it do, and when should it be used? Leave empty to write it later.'

/** Combines the options, the answers to prompts and the defaults; undefined if the user canceled. */
async function settleDraft(name: string, input: Input, { io, signal }: Context): Promise<Draft | undefined> {
  const given = input.text('description')
  const isAsked = canAsk(io) && !input.flag('yes')
  const described = given ?? (isAsked ? await askText(DESCRIBE, '', io) : '')
  if (described === undefined) return undefined
  // With a description on the command line, nothing else is asked.
  const isOpen = isAsked && given === undefined
  const license = input.text('license') ?? (isOpen ? await askText('Which license? Leave empty for none.', '', io) : '')
  if (license === undefined) return undefined
  const ask = async (flag: string, question: string) => input.flag(flag) || (isOpen && (await askYesNo(question, io)))
  const draft = {
    name,
    description: described === '' ? placeholderDescription(name) : described,
    license: license === '' ? undefined : license,
    // A tool brings its script.
    hasScripts: input.flag('tools') || (await ask('scripts', 'Add a script?')),
    hasReferences: await ask('references', 'Add a reference page?'),
    hasTools: await ask('tools', 'Add a tool?'),
    hasEvals: await ask('evals', 'Add test queries?'),
  }
  return signal.aborted ? undefined : draft
}

/** The root that contains a directory; undefined if none does. */
function findRootOf(folder: string, context: Context): string | undefined {
  return findSurroundings(context, false).roots.find(({ path }) => isInside(folder, path))?.path
}

/** A skill outside every root is a file that no agent reads. */
function adviseOnPlace(folder: string, workdir: string): readonly Line[] {
  const shown = relative(workdir, dirname(folder)) || '.'
  return [
    [styled('warning: ', 'yellow'), `no agent looks for skills in ${shown === '.' ? 'this directory' : shown}`],
    `Move it into a directory that agents read, such as ${join('.agents', 'skills')}, or name the directory:`,
    [styled(`metier list --root ${quoteForShell(shown)}`, 'cyan')],
  ]
}

function composeCreated(
  folder: string,
  files: readonly string[],
  draft: Draft,
  { workdir, isFound }: Context & { readonly isFound: boolean },
): readonly Line[] {
  const shown = relative(workdir, folder) || folder
  const isPlaceholder = draft.description === placeholderDescription(draft.name)
  return [
    [styled('✓ ', 'green'), styled(draft.name, 'bold'), ` created in ${shown}`],
    ...files.map((file) => `  ${relative(folder, file)}`),
    '',
    ...(isPlaceholder ? ['Write the description: it is all a model sees when it chooses a skill.'] : []),
    'Next:',
    ...listNext(shown, draft, isFound).map((line) => [styled(`  ${line}`, 'cyan')]),
    ...(isFound ? [] : ['', ...adviseOnPlace(folder, workdir)]),
  ]
}

function listNext(shown: string, { name, hasEvals, hasTools }: Draft, isFound: boolean): readonly string[] {
  const place = quoteForShell(shown)
  // Outside every root, the skill is found only if its directory is named.
  const root = isFound ? '' : ` --root ${quoteForShell(dirname(shown))}`
  return [
    `metier validate ${place} --strict`,
    ...(hasEvals ? [`metier test ${place}`] : []),
    ...(hasTools
      ? [
          `metier approve ${name}${root}`,
          `metier tools --skill ${name}${root}`,
          `metier run ${name} ${toToolName(name)} '{"text":"hello"}'${root}`,
        ]
      : []),
  ]
}
