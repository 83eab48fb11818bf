/** A publication as text and as JSON. */

import { join } from 'node:path'
import { describeSignatureProblem } from '../../../gate/signature/signature-problem.js'
import type { ExaminedSkill, ReleaseProblem } from '../../../publish/collect-skills.js'
import type { SiteHazard } from '../../../publish/plan-site.js'
import type { PublishOutcome } from '../../../publish/publish-site.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { composeFindings } from '../../store/store-lines.js'
import { type Line, styled } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { counted } from '../validate/lines.js'

type Publication = Extract<PublishOutcome, { readonly code: 'published' }>

interface PublishedPlace {
  readonly site: string
  readonly isDryRun: boolean
  /** Whether --base-url was passed. */
  readonly isAddressNamed: boolean
}

export function toPublishDocument({ skills, plan, changes }: Publication, { site, isDryRun }: PublishedPlace): object {
  return {
    published: !isDryRun,
    site,
    name: plan.name,
    baseUrl: plan.baseUrl ?? null,
    skills: skills.flatMap(({ outcome }) =>
      outcome.ok
        ? [{ name: outcome.release.name, version: outcome.release.version, digest: `sha256:${outcome.release.digest}` }]
        : [],
    ),
    added: plan.added,
    changed: plan.changed,
    removed: plan.removed,
    unlisted: plan.unlisted,
    warnings: [...composeWarnings(skills), ...describeLeftOut(skills), ...plan.hazards.map(describeHazard)],
    written: changes.written,
    deleted: changes.removed,
  }
}

export function composePublished(publication: Publication, place: PublishedPlace, columns: number): readonly Line[] {
  return composeParts(publication, place).flatMap((line) => wrapLine(line, columns, '  '))
}

function composeParts({ skills, plan, changes }: Publication, place: PublishedPlace): readonly Line[] {
  const { site, isDryRun } = place
  const each = (verb: string, names: readonly string[]): readonly Line[] => names.map((name) => `  ${verb} ${name}`)
  const warnings = composeWarnings(skills).length
  const done = isDryRun ? 'Would publish' : 'Published'
  const isSame = changes.written.length + changes.removed.length === 0
  return [
    `${done} ${counted(skills.length, 'skill')} in ${site}${isSame ? ': nothing changed' : ''}`,
    ...each('new', plan.added),
    ...each('changed', plan.changed),
    ...each('removed', plan.removed),
    ...(isSame ? [] : [describeFiles(changes, isDryRun)]),
    ...(isDryRun ? composeRemovals(changes.removed) : []),
    ...(warnings === 0 ? [] : [[styled(`${counted(warnings, 'warning')} of the scan accepted`, 'yellow')]]),
    ...describeLeftOut(skills),
    ...plan.hazards.map((hazard) => [styled('warning: ', 'yellow'), describeHazard(hazard)]),
    ...plan.unlisted.map((name) => [
      styled(
        `${name} is not in the older index, because a path in it has characters that the format does not allow`,
        'dim',
      ),
    ]),
    ...composeAddress(plan.baseUrl, changes.removed, place),
    ...(isDryRun || isSame ? [] : [[styled(`Look at it: ${join(site, 'index.html')}`, 'dim')]]),
  ]
}

function describeHazard(hazard: SiteHazard): string {
  switch (hazard.code) {
    case 'version_lower':
      return `${hazard.name} ${hazard.version} is lower than ${hazard.highest}, which was published before: users who have that version do not get this one`
    case 'name_changed':
      return `The site was named '${hazard.before}' before and is named '${hazard.name}' now: users of its marketplace have to add it and install its plugin again`
    case 'signature_lost':
      return `${hazard.name} was signed before and is not now: its users have to accept a warning to update it`
  }
}

const MARKETPLACE = 'marketplace.json'

/** Only the marketplace has absolute addresses, so it depends on the one of the site. */
function composeAddress(
  baseUrl: string | undefined,
  removed: readonly string[],
  { isDryRun, isAddressNamed }: PublishedPlace,
): readonly Line[] {
  if (baseUrl !== undefined)
    return isAddressNamed ? [] : [[styled(`Address of the site, as before: ${baseUrl}`, 'dim')]]
  const isRemoved = removed.includes(MARKETPLACE)
  if (!isRemoved) return [[styled(`No ${MARKETPLACE}: pass --base-url URL to write one`, 'dim')]]
  const done = isDryRun ? 'Would remove' : 'Removed'
  return [
    [
      styled('warning: ', 'yellow'),
      `${done} ${MARKETPLACE}: the address of the site is not known. To keep it, pass --base-url URL`,
    ],
  ]
}

function describeFiles({ written, removed }: Publication['changes'], isDryRun: boolean): string {
  const files = counted(written.length, 'file')
  return isDryRun ? `${files} to write, ${removed.length} to remove` : `${files} written, ${removed.length} removed`
}

const MOST_REMOVALS = 20

/** The parts of the git repository say nothing to a reader. */
function composeRemovals(removed: readonly string[]): readonly Line[] {
  const named = removed.filter((path) => !path.startsWith('plugins.git/'))
  const left = named.length - MOST_REMOVALS
  const lines = named.slice(0, MOST_REMOVALS).map((path) => `  remove ${path}`)
  return left > 0 ? [...lines, `  … ${left} more. See all of them with --json`] : lines
}

export function composeWarnings(skills: readonly ExaminedSkill[]): readonly string[] {
  return skills.flatMap(({ name, findings }) =>
    findings
      .filter(({ severity }) => severity === 'warn')
      .map(({ rule, file, line, message }) => `${name}: ${message} (${rule}, ${file}:${line})`),
  )
}

/** The same for people: each skill with its warnings, many of one rule in one line. */
export function composeWarned(skills: readonly ExaminedSkill[]): readonly Line[] {
  return skills.flatMap(({ name, findings }): readonly Line[] => {
    const lines = composeFindings(findings.filter(({ severity }) => severity === 'warn'))
    return lines.length === 0 ? [] : [[styled(name, 'bold'), ':'], ...lines]
  })
}

/** Nothing to ask about: an installation would leave it out as well. */
export function describeLeftOut(skills: readonly ExaminedSkill[]): readonly string[] {
  return skills.flatMap(({ name, leftOut }) =>
    leftOut.length === 0 ? [] : [`${name}: Left out: ${leftOut.join(', ')}`],
  )
}

/** `directory` as it was typed. */
export function describeProblems(skills: readonly ExaminedSkill[], directory: string): readonly string[] {
  return skills.flatMap(({ name, path, outcome }) =>
    outcome.ok
      ? []
      : outcome.problems.map((each) => `${path === '' ? name : path}: ${describeProblem(each, join(directory, path))}`),
  )
}

function describeProblem(problem: ReleaseProblem, folder: string): string {
  switch (problem.code) {
    case 'name_invalid':
      return `the name has other characters than lowercase letters, digits and single hyphens${problem.suggestion === undefined ? '; rename the directory and the name in its SKILL.md' : `; try '${problem.suggestion}'`}`
    case 'name_repeated':
      return `has the same name as ${problem.other}`
    case 'not_conformant': {
      const { message, code, file = 'SKILL.md', line, suggestion } = problem.diagnostic
      return `${message} (${code}, ${file}:${line})${suggestion === undefined ? '' : `. ${suggestion}`}`
    }
    case 'too_many_files':
      return `has ${problem.count} files; clients accept ${problem.most}`
    case 'too_large':
      return `has ${inMebibytes(problem.bytes)}; clients accept ${inMebibytes(problem.most)}`
    case 'blocked':
      return `the scan blocks it: ${problem.finding.message} (${problem.finding.rule}, ${problem.finding.file}:${problem.finding.line}${problem.others === 0 ? '' : ` and ${problem.others} more`})`
    case 'signature_invalid':
      return `${describeSignatureProblem(problem.problem)}. Sign it again: metier sign ${quoteForShell(folder)} --key FILE`
    case 'unreadable':
      return problem.failure.message
  }
}

function inMebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MiB`
}
