/** The lists that others keep of what can be wrong, as SARIF refers to them. */

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
    shortDescription: 'The ten gravest risks of skills for agents',
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

/** The lists that some of these tags are of, each with the entries that are referred to; nothing where there are none. */
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

/** A list by its name and by its place among those of the log. */
export function referTo(tags: readonly string[]): readonly object[] {
  return usedBy(tags).map(({ name }, index) => ({ name, index }))
}

/** An entry of a list that is in the log. */
export function toTaxon(tag: string, all: readonly string[]): object {
  const used = usedBy(all)
  const index = used.findIndex(({ ids }) => ids.test(tag))
  return { id: tag, toolComponent: { name: used[index]?.name ?? '', index } }
}

function usedBy(tags: readonly string[]): readonly Taxonomy[] {
  return TAXONOMIES.filter(({ ids }) => tags.some((tag) => ids.test(tag)))
}
