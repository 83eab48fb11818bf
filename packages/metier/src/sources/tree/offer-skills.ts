/** Turns the skills found in a tree into offers, in the same way for directories, archives and repositories. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseSkillHead } from '../../skill/parse.js'
import { splitDocument } from '../../skill/split.js'
import { readYaml } from '../../system/yaml.js'
import { isInstallName, toInstallName } from '../reference-parts.js'
import type { Offer } from '../source.js'
import { type FoundSkill, findAllSkills, findSkills, isIndexPath, lastSegment, type TreeFacts } from './find-skills.js'
import { LOCK_FILES, readInstalledNames } from './installed-skills.js'
import { declarationsBelow, readDeclaredSkills } from './plugin-skills.js'

export interface Tree {
  readonly paths: readonly string[]
  /** The start of each file, a frontmatter's length by default; unreadable files are skipped. */
  readonly readHeads: (files: readonly string[], mostBytes?: number) => Promise<Result<ReadonlyMap<string, string>>>
  /** The name of the whole tree, if it is one skill. */
  readonly rootName: string
  /** The name of the location in messages. */
  readonly title: string
}

export interface OfferFilter {
  readonly skill?: string | undefined
  readonly below?: string | undefined
}

type Pinned = Pick<Offer, 'commit' | 'digest'>

/** The offers in a tree: those in the usual places, or the one requested by directory or name. */
export async function offerSkills(
  tree: Tree,
  { skill, below = '' }: OfferFilter,
  pinned: Pinned,
): Promise<Result<readonly Offer[]>> {
  const facts = await readFacts(tree, below)
  if (!facts.ok) return facts
  const usual = findSkills(tree.paths, below, facts.value)
  const all = skill === undefined ? usual : findAllSkills(tree.paths, below, facts.value)
  if (all.length === 0) {
    const where = below === '' ? tree.title : `${below} in ${tree.title}`
    return fail('skill_not_found', `No SKILL.md found in ${where}`)
  }
  const heads = await tree.readHeads(all.map(({ file }) => file))
  if (!heads.ok) return heads
  const offers = all.map((found) => toOffer(found, heads.value.get(found.file), tree, pinned))
  if (skill === undefined) return succeed(offers.map(({ offer }) => offer))
  return chooseOffer(offers, { skill, below }, usual, tree)
}

const DECLARATION_BYTES = 1024 * 1024

async function readFacts(tree: Tree, below: string): Promise<Result<TreeFacts>> {
  const prefix = below === '' ? '' : `${below}/`
  const declarations = await readFiles(tree, declarationsBelow(below), DECLARATION_BYTES)
  if (!declarations.ok) return declarations
  const locks = await readFiles(
    tree,
    LOCK_FILES.map((file) => prefix + file),
    DECLARATION_BYTES,
  )
  if (!locks.ok) return locks
  const indexes = await readFiles(tree, tree.paths.filter(isIndexPath))
  if (!indexes.ok) return indexes
  const described = [...indexes.value].filter(([, text]) => splitDocument(text).kind !== 'missing')
  return succeed({
    declared: readDeclaredSkills(declarations.value.values()),
    describedIndexes: new Set(described.map(([file]) => file)),
    installed: readInstalledNames(locks.value.values()),
  })
}

async function readFiles(
  { paths, readHeads }: Tree,
  files: readonly string[],
  mostBytes?: number,
): Promise<Result<ReadonlyMap<string, string>>> {
  const known = new Set(paths)
  const present = files.filter((file) => known.has(file))
  return present.length === 0 ? succeed(new Map()) : readHeads(present, mostBytes)
}

interface Candidate {
  readonly found: FoundSkill
  readonly offer: Offer
  /** The name in its frontmatter. */
  readonly label: string
}

function toOffer(found: FoundSkill, head: string | undefined, tree: Tree, pinned: Pinned): Candidate {
  const folder = found.folder === '' ? tree.rootName : lastSegment(found.folder)
  const document = head === undefined ? undefined : parseSkillHead(head, { readYaml, directory: folder })
  const label = document?.name ?? folder
  const name = [folder, label].find(isInstallName) ?? toInstallName(folder) ?? 'skill'
  const offer = {
    name,
    ...(document !== undefined && { description: document.description }),
    ...pinned,
    path: found.folder,
    findings: [],
  }
  return { found, offer, label }
}

function chooseOffer(
  candidates: readonly Candidate[],
  { skill, below }: { readonly skill: string; readonly below: string },
  usual: readonly FoundSkill[],
  tree: Tree,
): Result<readonly Offer[]> {
  if (!isInstallName(skill)) {
    return fail('skill_invalid', `'${skill.slice(0, 80)}' is not a valid skill name`, [
      'Use lowercase letters, digits and inner hyphens only',
    ])
  }
  const isUsual = ({ found }: Candidate) => usual.some(({ file }) => file === found.file)
  const ordered = [...candidates.filter(isUsual), ...candidates.filter((candidate) => !isUsual(candidate))]
  const chosen =
    ordered.find(({ offer }) => offer.name === skill) ??
    ordered.find(({ label }) => label === skill) ??
    // If the user points at one skill and names it, use that one; its directory takes the requested name.
    (candidates.length === 1 ? candidates.find((only) => isPointedAt(only, skill, below, tree)) : undefined)
  if (chosen !== undefined) return succeed([{ ...chosen.offer, name: skill }])
  const names = ordered.slice(0, 10).map(({ offer }) => offer.name)
  return fail('skill_not_found', `${tree.title} has no skill '${skill}'`, [`Available: ${names.join(', ')}`])
}

function isPointedAt({ found }: Candidate, skill: string, below: string, { rootName }: Tree): boolean {
  return found.folder === below || toInstallName(rootName) === skill
}
