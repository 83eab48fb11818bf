import { basename, dirname, resolve } from 'node:path'
import { createScan } from '../../../manager/audit/scan-files.js'
import { settleOptions } from '../../../manager/options.js'
import type { AdmissionRefusal, AdmissionRequest } from '../../../publish/admit-skills.js'
import type { ExaminedSkill } from '../../../publish/collect-skills.js'
import { type PublishOutcome, publishSite } from '../../../publish/publish-site.js'
import { isConformantName, suggestConformantName } from '../../../skill/name.js'
import { parseUrl } from '../../../skill/text/parse-url.js'
import { isInside } from '../../../system/files/contained-file.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../../arguments/command.js'
import { askYesNo, canAsk } from '../../terminal/ask.js'
import { asideOf, printAside } from '../../terminal/print.js'
import { openProgress } from '../../terminal/show-progress.js'
import { readAuditSurroundings } from '../audit/surroundings.js'
import { composePublished, composeWarned, composeWarnings, describeProblems, toPublishDocument } from './lines.js'

export const command: Command = {
  name: 'publish',
  summary: 'Publish skills on a hub, or as a static site that every client can read',
  details: [
    "--to sends the skills to a hub. Each skill needs a version in its frontmatter; one that is there with the same content is skipped. Log in first with 'metier login', or set METIER_TOKEN.",
    '--out writes a site. Examines every skill in DIR as an installation would, and writes files that any web server can serve: the two indexes below .well-known, a plugin marketplace, a page for each skill and llms.txt. A skill that the scan blocks, that does not conform to the specification, whose tools.yaml is invalid or whose description or steps are still placeholders stops the publication; warnings of the scan are asked about.',
    'The same skills give the same bytes. A skill that is not in DIR any more is removed from the site. Only files that changed are written, and archives of earlier versions stay, so that lockfiles keep working; --prune removes them. A changed skill needs another version in its frontmatter; without one, the digest is its version. Files that Metier did not write are left alone; if one is in the way, nothing is published.',
    'Clients that read the marketplace from a URL need --base-url, because archives have absolute addresses there. The site remembers it and its name: later publications need not repeat them.',
  ],
  arguments: [{ name: 'DIR', summary: 'Directory of skills', completes: 'folders' }],
  options: [
    {
      name: 'to',
      kind: 'text',
      value: 'HUB',
      excludes: ['out', 'base-url', 'name', 'prune'],
      summary: 'Address of the hub to publish on',
    },
    {
      name: 'owner',
      kind: 'text',
      value: 'HANDLE',
      needs: 'to',
      summary: 'Owner of the skills on the hub; you by default',
    },
    {
      name: 'private',
      kind: 'flag',
      needs: 'to',
      excludes: ['public'],
      summary: 'Show the skills only to members of their owner, also those that are there already',
    },
    { name: 'public', kind: 'flag', needs: 'to', summary: 'Show the skills to everyone, also those that were private' },
    { name: 'changelog', kind: 'text', value: 'TEXT', needs: 'to', summary: 'What changed in these versions' },
    { name: 'out', kind: 'text', value: 'SITE', completes: 'folders', summary: 'Directory of the site' },
    {
      name: 'base-url',
      kind: 'text',
      value: 'URL',
      summary: 'Address at which the site will be served; the last one by default',
    },
    {
      name: 'name',
      kind: 'text',
      value: 'NAME',
      summary: 'Name of the catalog and its plugin; the last one by default, at first from DIR',
    },
    { name: 'prune', kind: 'flag', summary: 'Remove archives of earlier versions and of earlier plugins' },
    { name: 'dry-run', kind: 'flag', summary: 'Show what would change, and publish nothing' },
    { name: 'yes', short: 'y', kind: 'flag', summary: 'Publish despite warnings of the scan' },
  ],
  examples: [
    { line: 'metier publish skills --to https://hub.example.com', summary: 'Publish on a hub' },
    { line: 'metier publish skills --out public', summary: 'Write or update a site' },
    {
      line: 'metier publish skills --out public --base-url https://skills.example.com/ --yes',
      summary: 'Publish from a script, with a marketplace',
    },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const hub = input.text('to')
    const directory = input.argument('DIR') ?? '.'
    if (hub !== undefined) {
      const { publishToHub } = await import('./to-hub.js')
      return publishToHub(
        hub,
        input,
        context,
        (progress) => prepare(input, context, progress),
        (outcome) => concludeRefused(outcome, directory),
      )
    }
    const settled = settleRequest(input, context)
    if ('misuse' in settled) return misuse(settled.misuse, settled.suggestions)
    const { site, name, defaultName, baseUrl } = settled
    const progress = input.flag('json') ? undefined : openProgress(context.io)
    const outcome = await publishSite({
      ...prepare(input, context, progress),
      site,
      name,
      defaultName,
      baseUrl,
      isPruned: input.flag('prune'),
      isDryRun: input.flag('dry-run'),
      onFile: (done, total) => {
        if (done === 1) progress?.start('Writing the site', 'files')
        progress?.advance(done, total)
      },
    })
    progress?.end()
    return conclude(outcome, {
      site,
      directory,
      isDryRun: input.flag('dry-run'),
      isAddressNamed: baseUrl !== undefined,
    })
  },
}

/** Reading and examining the skills is the same for a site and a hub. */
function prepare(
  input: Input,
  context: Context,
  progress: ReturnType<typeof openProgress> | undefined,
): AdmissionRequest {
  const place = settleOptions({ workdir: context.workdir })
  const { suppressions } = readAuditSurroundings(context)
  return {
    directory: resolve(context.workdir, input.argument('DIR') ?? '.'),
    workdir: context.workdir,
    home: place.home,
    signal: context.signal,
    // Rules alone, so that the same skills always give the same answer.
    scan: createScan({ settings: { suppressions, reviewer: undefined }, place }),
    acceptWarnings: async (skills) => {
      progress?.end()
      return input.flag('yes') || (!input.flag('dry-run') && (await accept(skills, input, context)))
    },
    onSkill: (_, done, total) => {
      if (done === 0) progress?.start('Examining skills', 'skills')
      progress?.advance(done, total)
    },
  }
}

interface SettledRequest {
  readonly site: string
  /** As it was typed. */
  readonly name: string | undefined
  readonly defaultName: string
  readonly baseUrl: string | undefined
}

interface Misuse {
  readonly misuse: string
  readonly suggestions: readonly string[]
}

function settleRequest(input: Input, { workdir }: Context): SettledRequest | Misuse {
  const directory = resolve(workdir, input.argument('DIR') ?? '.')
  const out = input.text('out')
  if (out === undefined)
    return {
      misuse: 'missing option --out SITE or --to HUB',
      suggestions: ['Pass the directory of the site, or a hub.'],
    }
  const site = resolve(workdir, out)
  const isNested = isInside(site, directory) || isInside(directory, site)
  if (isNested) {
    return {
      misuse: describeNesting(site, directory),
      suggestions: ['Choose a directory for the site next to that of the skills, such as --out public.'],
    }
  }
  const name = input.text('name')
  if (name !== undefined && !isConformantName(name)) {
    const better = suggestConformantName(name)
    const suggestions = better === undefined ? [] : [`Try: --name ${better}`]
    return { misuse: `invalid name '${name}': use lowercase letters, digits and single hyphens`, suggestions }
  }
  const baseUrl = settleUrl(input.text('base-url'))
  if (baseUrl === false) return refuseUrl(input.text('base-url') ?? '')
  return { site, name, defaultName: nameOf(directory), baseUrl }
}

function refuseUrl(typed: string): Misuse {
  const suggestions = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(typed) ? [`Try: --base-url https://${typed}`] : []
  return { misuse: `--base-url needs an absolute http or https URL, not '${typed}'`, suggestions }
}

function describeNesting(site: string, directory: string): string {
  if (site === directory) return `the site and the skills are the same directory: ${site}`
  return `the site ${site} and the skills in ${directory} contain each other`
}

/** `skills` says nothing about whose they are. */
function nameOf(directory: string): string {
  const names = [directory, dirname(directory)].map((path) => suggestConformantName(basename(path)))
  return names.find((name) => name !== undefined && name !== 'skills') ?? 'skills'
}

/** With a slash at its end, so that paths below it stay below it; false if it is none. */
function settleUrl(text: string | undefined): string | undefined | false {
  if (text === undefined) return undefined
  if (parseUrl(text) === undefined || !/^https?:\/\/[^/]/i.test(text)) return false
  const { origin, pathname } = new URL(text)
  return `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`
}

async function accept(skills: readonly ExaminedSkill[], input: Input, { io }: Context): Promise<boolean> {
  if (!canAsk(io)) return false
  printAside(io, composeWarned(skills), asideOf(input))
  return await askYesNo('Publish anyway?', io)
}

function refuseAll(error: string, problems: readonly string[], next: readonly string[] = []): CommandOutcome {
  return refuse(error, [...problems, ...next], { error, problems })
}

interface Conclusion {
  /** As it was typed. */
  readonly directory: string
  readonly site: string
  readonly isDryRun: boolean
  readonly isAddressNamed: boolean
}

function conclude(outcome: PublishOutcome, conclusion: Conclusion): CommandOutcome {
  switch (outcome.code) {
    case 'published':
      return answer(toPublishDocument(outcome, conclusion), (columns) => composePublished(outcome, conclusion, columns))
    case 'version_unchanged':
      return refuseAll(
        'nothing was published: a changed skill needs another version',
        outcome.unchanged.map(({ name, version }) => `${name} differs from the published version ${version}`),
        ['Change the version in its SKILL.md and sign it again if it is signed, or undo the change.'],
      )
    case 'would_remove':
      return refuse(`nothing was published: the site would lose ${outcome.removed.join(', ')}`, [
        `${conclusion.directory} is one skill. Pass the directory with all skills of the site.`,
      ])
    default:
      return concludeRefused(outcome, conclusion.directory)
  }
}

function concludeRefused(outcome: AdmissionRefusal, directory: string): CommandOutcome {
  switch (outcome.code) {
    case 'empty':
      return refuse('no skills found', ["Run 'metier validate DIR' to see why, or create one with 'metier new'."])
    case 'refused':
      return refuseAll('nothing was published', describeProblems(outcome.skills, directory))
    case 'not_accepted':
      return refuseAll('nothing was published: the scan raised warnings', composeWarnings(outcome.skills), [
        'To publish anyway, pass --yes.',
      ])
    case 'failed':
      return refuse(outcome.failure.message, outcome.failure.suggestions)
  }
}
