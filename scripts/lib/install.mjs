// Installing the packages of others that a test needs, unless they are there at exactly the versions that are asked for.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, run } from './run.mjs'

/** Installs the dependencies of a folder's package.json; each is pinned to one version. */
export async function installPackages(folder) {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const installed = await Promise.all(
    Object.entries(dependencies).map(([name, version]) => isThere(folder, name, version)),
  )
  if (!installed.includes(false)) return { ok: true, output: '', note: 'installed already' }
  return run([...npm(), 'install', '--no-fund', '--no-audit'], { cwd: folder })
}

/** A version may be that of another name: `npm:zod@4.1.13`. */
async function isThere(folder, name, version) {
  const manifest = join(folder, 'node_modules', name, 'package.json')
  const wanted = version.slice(version.lastIndexOf('@') + 1)
  return existsSync(manifest) && JSON.parse(await readFile(manifest, 'utf8')).version === wanted
}
