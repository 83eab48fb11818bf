/** Turns the skills found in a tree into offers, in the same way for directories, archives and repositories. */

import { isInstallName, toInstallName } from '../../gate/install-name.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseSkillHead } from '../../skill/parse.js'
import { splitDocument } from '../../skill/split.js'
import { nearestWords } from '../../skill/text/nearest-words.js'
import { readYaml } from '../../system/yaml.js'
import type { FoundPlugin } from '../plugins/plugin.js'
import {
  type DeclaredSkills,
  describePlugins,
  isPlaced,
  isRejected,
  type OfferedPlugin,
  pluginOf,
  readDeclaredSkills,
} from '../plugins/plugin-skills.js'
import type { Offer, OfferSelection } from '../source.js'
import { type FoundSkill, findAllSkills, findSkills, isIndexPath, lastSegment, type TreeFacts } from './find-skills.js'
import { LOCK_FILES, readInstalledNames } from './installed-skills.js'
import { isLeftOut } from './left-out.js'

export interface Tree {
  readonly paths: readonly string[]
  /** The start of each file, a frontmatter's length by default; unreadable files are skipped. */
  readonly readHeads: (files: readonly string[], mostBytes?: number) => Promise<Result<ReadonlyMap<string, string>>>
  /** The name of the whole tree, if it is one skill. */
  readonly rootName: string
  /** Whether that name is the name of a file, which says less than the skill's own. */
  readonly isNamedByFile?: boolean
  /** The name of the location in messages. */
  readonly title: string
  /** Whether it is one file that was fetched alone, so that paths in it lead nowhere. */
  readonly isSingleFile?: boolean
}

export interface OfferFilter extends OfferSelection {
  /** The requested directory. */
  readonly below?: string | undefined
  readonly onPlugin?: ((plugin: FoundPlugin) => void) | undefined
}

type Pinned = Pick<Offer, 'commit' | 'digest'>

/** The offers in a tree: those in the usual places, all of them, or the one requested by directory, name or path. */
export async function offerSkills(tree: Tree, wanted: OfferFilter, pinned: Pinned): Promise<Result<readonly Offer[]>> {
  const { skill, below = '', isFullDepth = false } = wanted
  const facts = await readFacts(tree, below, wanted)
  if (!facts.ok) return facts
  const { declared } = facts.value
  const usual = findSkills(tree.paths, below, facts.value)
  const found = (skill === undefined && !isFullDepth ? usual : findAllSkills(tree.paths, below, facts.value)).filter(
    ({ folder }) => !isRejected(declared, pathBelow(folder, below)),
  )
  // A source that is one plugin may contain other skills too.
  const placed =
    declared.isListed === true ? found.filter(({ folder }) => isPlaced(declared, pathBelow(folder, below))) : []
  const all = placed.length > 0 ? placed : found
  const heads = await tree.readHeads(all.map(({ file }) => file))
  if (!heads.ok) return heads
  const ownerOf = findOwners(tree, below, declared)
  const every = all.map((one) => toCandidate(one, heads.value.get(one.file), tree, { ...pinned, ...ownerOf(one) }))
  const candidates = withoutCopies(every, tree)
  reportPlugins(candidates, declared, tree, wanted)
  if (wanted.plugin !== undefined) return offerPlugin(candidates, declared, tree, wanted.plugin)
  if (all.length === 0) return refuseEmpty(declared, tree, wanted)
  if (skill === undefined) return succeed(candidates.map(({ offer }) => offer))
  return chooseOffers(candidates, { ...wanted, skill }, usual, tree)
}

/** A marketplace whose plugins all come from other sources offers nothing itself. */
function refuseEmpty({ plugins }: DeclaredSkills, { title }: Tree, { skill, below = '' }: OfferFilter) {
  const places = plugins.flatMap(({ elsewhere }) => elsewhere ?? [])
  const isMarketplace = places.length > 0 || plugins.some(({ refusal }) => refusal === 'unreachable')
  if (isMarketplace && skill === undefined) return succeed([])
  const where = below === '' ? title : `${below} in ${title}`
  const shown = places.slice(0, SHOWN_NAMES).join(', ')
  return fail(
    'skill_not_found',
    `No SKILL.md found in ${where}`,
    places.length === 0 ? [] : [`Its plugins come from other sources: ${shown}`],
  )
}

const DECLARATION_BYTES = 1024 * 1024

async function readFacts(tree: Tree, below: string, { listed }: OfferSelection): Promise<Result<TreeFacts>> {
  const prefix = below === '' ? '' : `${below}/`
  const read = async (files: readonly string[]) => {
    const texts = await readFiles(
      tree,
      files.map((file) => prefix + file),
      DECLARATION_BYTES,
    )
    if (!texts.ok) return texts
    return succeed(new Map([...texts.value].map(([path, text]) => [path.slice(prefix.length), text])))
  }
  const declared = await readDeclaredSkills({ read, listed, isSingleFile: tree.isSingleFile })
  if (!declared.ok) return declared
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
    declared: declared.value,
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

/** Plugins know only the paths below the requested directory. */
function findOwners(tree: Tree, below: string, declared: DeclaredSkills): (found: FoundSkill) => OfferedPlugin {
  if (declared.plugins.length === 0) return () => ({})
  const paths = pathsBelow(tree, below)
  return ({ folder }) => {
    const place = pathBelow(folder, below)
    const prefix = place === '' ? '' : `${place}/`
    const inside = () => paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
    return pluginOf(declared, {
      folder: place,
      paths,
      listFiles: () => inside().filter((path) => !isLeftOut(path, false)),
    })
  }
}

function pathBelow(path: string, below: string): string {
  return below === '' ? path : path.slice(below.length + 1)
}

function pathsBelow({ paths }: Tree, below: string): readonly string[] {
  const prefix = below === '' ? '' : `${below}/`
  return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
}

function reportPlugins(
  candidates: readonly Candidate[],
  declared: DeclaredSkills,
  tree: Tree,
  { below = '', onPlugin }: OfferFilter,
): void {
  if (onPlugin === undefined || declared.plugins.length === 0) return
  const offersOf = (plugin: string) => skillsIn(candidates, plugin)
  for (const plugin of describePlugins(declared, pathsBelow(tree, below), offersOf)) onPlugin(plugin)
}

function skillsIn(candidates: readonly Candidate[], plugin: string): readonly Offer[] {
  return candidates.map(({ offer }) => offer).filter((offer) => offer.plugin === plugin)
}

function offerPlugin(
  candidates: readonly Candidate[],
  { plugins }: DeclaredSkills,
  tree: Tree,
  name: string,
): Result<readonly Offer[]> {
  const offers = skillsIn(candidates, name)
  if (offers.length > 0) return succeed(offers)
  const names = plugins.filter(({ base }) => base !== undefined).map((plugin) => plugin.name)
  const known = plugins.find((plugin) => plugin.name === name)
  const elsewhere = known?.elsewhere === undefined ? [] : [`It comes from another source: ${known.elsewhere}`]
  return fail('skill_not_found', `${tree.title} has no skills of a plugin '${name}'`, [
    ...elsewhere,
    ...(names.length === 0 ? [] : [`Available: ${names.join(', ')}`]),
  ])
}

interface Candidate {
  readonly found: FoundSkill
  readonly offer: Offer
  /** The name in its frontmatter. */
  readonly label: string
  readonly head: string | undefined
}

function toCandidate(
  found: FoundSkill,
  head: string | undefined,
  tree: Tree,
  pinned: Pinned & OfferedPlugin,
): Candidate {
  const folder = found.folder === '' ? tree.rootName : lastSegment(found.folder)
  const document = head === undefined ? undefined : parseSkillHead(head, { readYaml, directory: folder })
  const label = document?.name ?? folder
  // A name that no directory may have stays as it is: installing it says why it cannot be.
  const names = found.folder === '' && tree.isNamedByFile === true ? [label, folder] : [folder, label]
  const name = names.find(isInstallName) ?? toInstallName(folder) ?? toInstallName(label) ?? folder
  const offer = {
    name,
    ...(document !== undefined && { description: document.description }),
    ...pinned,
    path: found.folder,
    findings: [],
  }
  return { found, offer, label, head }
}

/** Repositories keep one skill in several places for several agents: it is offered once. */
function withoutCopies(candidates: readonly Candidate[], { paths }: Tree): readonly Candidate[] {
  const known = new Map<string, Candidate[]>()
  return candidates.filter((candidate) => {
    const key = `${candidate.offer.name}\n${candidate.head}`
    const others = known.get(key) ?? []
    known.set(key, [...others, candidate])
    return !others.some((other) => filesOf(paths, other) === filesOf(paths, candidate))
  })
}

/** The paths in a skill, as one text. */
function filesOf(paths: readonly string[], { found: { folder } }: Candidate): string {
  const prefix = folder === '' ? '' : `${folder}/`
  const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length))
  return inside.toSorted().join('\n')
}

/** The skills of that name; more than one if the source does not say which is meant. */
function chooseOffers(
  candidates: readonly Candidate[],
  { skill, recorded }: OfferFilter & { readonly skill: string },
  usual: readonly FoundSkill[],
  tree: Tree,
): Result<readonly Offer[]> {
  const path = recorded ?? (skill === '' ? undefined : skill)
  const byPath = candidates.filter(({ found }) => found.folder === path)
  if (byPath.length > 0) return succeed(byPath.map(({ offer }) => offer))
  const named = [
    candidates.filter(({ offer }) => offer.name === skill),
    candidates.filter(({ label }) => label === skill && isInstallName(skill)),
  ].find((found) => found.length > 0)
  if (named !== undefined) {
    const isUsual = ({ found }: Candidate) => usual.some(({ file }) => file === found.file)
    const chosen = named.some(isUsual) ? named.filter(isUsual) : named
    return succeed(chosen.map(({ offer }) => ({ ...offer, name: skill })))
  }
  return refuseName(candidates, skill, tree)
}

const SHOWN_NAMES = 10

function refuseName(candidates: readonly Candidate[], skill: string, tree: Tree): Result<never> {
  const shown = JSON.stringify(skill.slice(0, 80)).slice(1, -1)
  const names = [...new Set(candidates.map(({ offer }) => offer.name))]
  if (!isInstallName(skill)) {
    return fail('skill_invalid', `'${shown}' is not a valid skill name`, [
      'Use lowercase letters, digits and inner hyphens only',
    ])
  }
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : ''
  const [only, ...others] = names
  // Never installed under a name that it does not have: no other command would find it by that name.
  if (only !== undefined && others.length === 0) {
    return fail('skill_not_found', `${tree.title} has no skill '${shown}'; its only skill is '${only}'`, [
      `Install it as ${only}`,
    ])
  }
  return fail('skill_not_found', `${tree.title} has no skill '${shown}'`, [
    ...nearestWords(names, skill).map((name) => `Did you mean '${name}'?`),
    `Available: ${names.slice(0, SHOWN_NAMES).join(', ')}${more}`,
  ])
}
