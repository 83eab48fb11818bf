/** Public taxonomies of weaknesses and attacks, as SARIF refers to them. */

interface Taxonomy {
  readonly name: string
  readonly organization: string
  readonly informationUri: string
  readonly shortDescription: string
  readonly ids: RegExp
}

const TAXONOMIES: readonly Taxonomy[] = [
  {
    name: 'OWASP Agentic Skills Top 10',
    organization: 'OWASP',
    informationUri: 'https://owasp.org/www-project-agentic-skills-top-10/',
    shortDescription: 'The ten most critical risks of agent skills',
    ids: /^AST/,
  },
  {
    name: 'CWE',
    organization: 'MITRE',
    informationUri: 'https://cwe.mitre.org/',
    shortDescription: 'Common Weakness Enumeration',
    ids: /^CWE-/,
  },
  {
    name: 'MITRE ATT&CK',
    organization: 'MITRE',
    informationUri: 'https://attack.mitre.org/',
    shortDescription: 'Tactics and techniques of adversaries',
    ids: /^T\d/,
  },
]

/** The taxonomies that the tags belong to, each with the entries that are used. */
export function toTaxonomies(tags: readonly string[]): readonly object[] {
  return usedBy(tags).map(({ name, organization, informationUri, shortDescription, ids }) => ({
    name,
    organization,
    informationUri,
    shortDescription: { text: shortDescription },
    taxa: [...new Set(tags)]
      .filter((tag) => ids.test(tag))
      .sort()
      .map((id) => ({ id })),
  }))
}

/** References to the taxonomies by name and index in the log. */
export function referTo(tags: readonly string[]): readonly object[] {
  return usedBy(tags).map(({ name }, index) => ({ name, index }))
}

/** A reference to one entry of a taxonomy. */
export function toTaxon(tag: string, all: readonly string[]): object {
  const used = usedBy(all)
  const index = used.findIndex(({ ids }) => ids.test(tag))
  return { id: tag, toolComponent: { name: used[index]?.name ?? '', index } }
}

function usedBy(tags: readonly string[]): readonly Taxonomy[] {
  return TAXONOMIES.filter(({ ids }) => tags.some((tag) => ids.test(tag)))
}
