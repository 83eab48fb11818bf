// The audit engine compiled from its sources, with what it needs of the machine, for the evaluations.
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const packageRequire = createRequire(new URL('../../packages/metier/package.json', import.meta.url))

/** The published library is one bundle, which does not give the engine away. */
export async function loadEngine() {
  const { buildSync } = packageRequire('esbuild')
  const source = join(import.meta.dirname, '../../packages/metier/src')
  // Beside the sources' packages, so that the parsers are found.
  const directory = mkdtempSync(join(import.meta.dirname, '../../node_modules/.audit-'))
  try {
    buildSync({
      stdin: {
        contents:
          "export { scanBundle } from './gate/scan.js'\nexport { RULES } from './gate/rules/list.js'\nexport { readYaml } from './system/yaml.js'\nexport { createGateTools } from './system/scan-process/gate-tools.js'\nexport { tuneEngine } from './system/scan-process/tune-engine.js'\nexport { DISGUISES } from '../test/gate/support/disguises.js'",
        resolveDir: source,
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      outfile: join(directory, 'engine.mjs'),
    })
    const { scanBundle, RULES, readYaml, createGateTools, tuneEngine, DISGUISES } = await import(
      pathToFileURL(join(directory, 'engine.mjs')).href
    )
    // As in the process that scans for users.
    tuneEngine()
    const tools = createGateTools()
    // Known indicators would only show how old the corpus is.
    const rules = RULES.filter(({ id }) => !id.startsWith('SK-IO'))
    return {
      scan: ({ files, links = [] }) => scanBundle(files, tools, { readYaml, links, rules }),
      rules,
      disguises: DISGUISES,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The regular files of a folder and the links among them, which are not followed. */
export function readSkillFolder(folder) {
  const files = []
  const links = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = join(entry.parentPath ?? entry.path, entry.name)
    const path = relative(folder, place).split(sep).join('/')
    const found = lstatSync(place)
    if (found.isSymbolicLink()) links.push(describeLink(path, readlinkSync(place)))
    if (found.isFile()) files.push({ path, bytes: readFileSync(place), isExecutable: (found.mode & 0o111) !== 0 })
  }
  return { files, links }
}

function describeLink(path, target) {
  const reached = normalize(join(dirname(path), target))
  return { path, target, leadsOut: isAbsolute(target) || reached.startsWith('..') }
}
