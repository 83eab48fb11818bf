/** Public package registries: the registered name and its suffixes; checked 2026-11. */

const SUFFIXES: Readonly<Record<string, string>> = {
  npmjs: 'org com',
  npmmirror: 'com',
  yarnpkg: 'com',
  jsr: 'io',
  pypi: 'org',
  pythonhosted: 'org',
  rubygems: 'org',
  crates: 'io',
  docker: 'com io',
  ghcr: 'io',
}

/** The domains of some registries, or of all. */
export function registryDomains(...names: readonly string[]): readonly string[] {
  const chosen = names.length === 0 ? Object.keys(SUFFIXES) : names
  return chosen.flatMap((name) => (SUFFIXES[name] ?? '').split(' ').map((suffix) => `${name}.${suffix}`))
}
