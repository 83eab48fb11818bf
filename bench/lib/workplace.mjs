// What every suite works with: the trees, made when they are first wanted and removed at the end, and the modules.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { layOutTree } from './tree.mjs'

const REPOSITORY = join(import.meta.dirname, '../..')
const PACKAGE = join(REPOSITORY, 'packages/metier')

/** A temporary folder and what is made in it. */
export class Workplace {
  folder = mkdtempSync(join(tmpdir(), 'metier-bench-'))
  #log

  constructor(log) {
    this.#log = log
  }

  /** A tree of so many skills. */
  tree(count) {
    return this.make(`trees/n${count}`, (folder) => layOutTree(folder, count))
  }

  /** A folder that is filled when it is first asked for. */
  make(name, fill) {
    const folder = join(this.folder, name)
    if (existsSync(folder)) return folder
    this.#log(`making ${name}`)
    mkdirSync(folder, { recursive: true })
    fill(folder)
    return folder
  }

  /** The real skills, one folder deep, where the corpus lies beside the repository. */
  realSkills() {
    const archive = join(process.env.METIER_SHARED ?? join(REPOSITORY, '../shared'), 'corpus/real.tar.gz')
    if (!existsSync(archive)) return undefined
    return this.make('trees/real', (folder) => {
      const unpacked = mkdtempSync(join(this.folder, 'unpacked-'))
      execFileSync('tar', ['-xzf', archive, '-C', unpacked])
      flatten(unpacked, folder)
    })
  }

  /** The sources of the library as modules, file by file, for what its entry file does not export. */
  internals() {
    return this.make('internals', (folder) => {
      const { buildSync } = createRequire(join(PACKAGE, 'package.json'))('esbuild')
      const source = join(PACKAGE, 'src')
      const files = readdirSync(source, { recursive: true }).filter((file) => file.endsWith('.ts'))
      buildSync({
        entryPoints: files.map((file) => join(source, file)),
        outbase: source,
        outdir: folder,
        format: 'esm',
        platform: 'node',
        target: 'node20.19',
        logLevel: 'error',
      })
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n')
      linkYaml(folder)
    })
  }

  /** Folders for PATH with so many programs in them, those in `names` among them. */
  programs(name, { folders, perFolder, names }) {
    const parent = this.make(name, (folder) => {
      const all = [
        ...names,
        ...Array.from({ length: folders * perFolder - names.length }, (_, index) => `filler-${index}`),
      ]
      for (const [index, program] of all.entries()) {
        const place = join(folder, `bin-${index % folders}`)
        mkdirSync(place, { recursive: true })
        writeFileSync(join(place, program), '#!/bin/sh\n')
        chmodSync(join(place, program), 0o755)
      }
    })
    return readdirSync(parent).map((folder) => join(parent, folder))
  }

  remove() {
    this.#log(`removing ${this.folder}`)
    // Tens of thousands of folders: the system's own program is several times faster where it is there.
    spawnSync('rm', ['-rf', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function flatten(from, to) {
  for (const file of readdirSync(from, { recursive: true })) {
    if (!/(?:^|[\\/])skills?\.md$/i.test(file)) continue
    const words = relative('.', join(file, '..')).split(sep).join('--').toLowerCase()
    const skill = join(to, words.replaceAll(/[^a-z0-9-]+/g, '-'))
    mkdirSync(skill, { recursive: true })
    cpSync(join(from, file), join(skill, 'SKILL.md'))
  }
}

function linkYaml(folder) {
  const yaml = join(createRequire(join(PACKAGE, 'package.json')).resolve('yaml/package.json'), '..')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(yaml, join(folder, 'node_modules/yaml'), 'junction')
}
