/** Finds misspelled keys around requirements. Other unknown keys are some other client's. */

import { editDistance } from '../text/edit-distance.js'
import { isRecord } from '../unknown-value.js'
import { NAMESPACES, openMapping } from './blocks.js'
import { displayable } from './requirement-names.js'
import { REQUIREMENT_KEYS } from './requires.js'
import { below, type FrontmatterMapping, outermost, type PlacedValue, pointerOf, type ReportIssue } from './values.js'

const KEYS = [...REQUIREMENT_KEYS, 'install']
const BLOCKS = [...NAMESPACES].filter((name) => !name.includes('.'))

/** Reports the keys of `metadata` and of each namespace that were probably meant as a known one. */
export function reviewKeys(frontmatter: FrontmatterMapping, report: ReportIssue): void {
  const top = outermost(frontmatter)
  const metadata = open(top, 'metadata')
  if (metadata !== undefined) {
    reviewNamespaces(metadata, report)
    reviewBlock(metadata, report)
  }
  for (const holder of metadata === undefined ? [top] : [metadata, top]) {
    for (const name of NAMESPACES) {
      const namespace = open(holder, name)
      if (namespace !== undefined) reviewBlock(namespace, report)
    }
  }
}

/** The mapping below a key. One that cannot be parsed was reported when the requirements were read. */
function open(holder: PlacedValue, key: string): PlacedValue | undefined {
  const value = (holder.value as FrontmatterMapping)[key]
  const mapping = value === undefined ? undefined : openMapping(below(holder, key, value), () => undefined)
  return mapping === 'unreadable' ? undefined : mapping
}

function reviewNamespaces(metadata: PlacedValue, report: ReportIssue): void {
  const mapping = metadata.value as FrontmatterMapping
  for (const key of Object.keys(mapping).filter((each) => !NAMESPACES.has(each) && isRecord(mapping[each]))) {
    reportMeant(metadata, key, BLOCKS, report)
  }
}

function reviewBlock(block: PlacedValue, report: ReportIssue): void {
  const mapping = block.value as FrontmatterMapping
  for (const key of Object.keys(mapping).filter((each) => !KEYS.includes(each))) reportMeant(block, key, KEYS, report)
}

function reportMeant(holder: PlacedValue, key: string, known: readonly string[], report: ReportIssue): void {
  const beside = holder.value as FrontmatterMapping
  const meant = known.find((name) => !Object.hasOwn(beside, name) && isSlip(key, name))
  if (meant === undefined) return
  const message = `'${displayable(key)}' is not a known key and is not checked`
  report('requires_unknown', pointerOf(below(holder, key, beside[key])), message, `Did you mean '${meant}'?`)
}

/** In a word as short as `os`, one letter makes another word: `ios`. */
function isSlip(key: string, name: string): boolean {
  const most = name.length < 4 ? 0 : 1
  return editDistance(key.toLowerCase(), name.toLowerCase(), most) <= most
}
