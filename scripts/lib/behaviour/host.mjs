// A host of Metier: a program that imports the built package and tells a story with it. Started once for each scenario.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ADAPTER_STORIES } from './hosts/adapters.mjs'
import { MANAGER_STORIES } from './hosts/manager.mjs'
import { PACKAGE_STORIES } from './hosts/package.mjs'
import { TOOL_STORIES } from './hosts/tools.mjs'
import { WORKSPACE_STORIES } from './hosts/workspace.mjs'

/** This file, to be started. */
export const HOST = fileURLToPath(import.meta.url)

/** Every story by its name, grouped by theme. */
export const STORIES = {
  manager: MANAGER_STORIES,
  tools: TOOL_STORIES,
  workspace: WORKSPACE_STORIES,
  adapters: ADAPTER_STORIES,
  package: PACKAGE_STORIES,
}

if (process.argv[1] === HOST) await tell(process.argv[2], process.argv[3])

async function tell(packageFolder, story) {
  const [theme, name] = story.split('/')
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  // By the manifest's own exports, as somebody who has installed the package would get them.
  const load = (entry) => import(pathToFileURL(join(packageFolder, manifest.exports[entry].default)).href)
  await STORIES[theme][name]({ load, manifest, packageFolder, say, attempt })
}

/** Prints a value under a title. */
function say(title, value) {
  console.log(`${title}:`, JSON.stringify(value, plainly, 2) ?? 'undefined')
}

/** Prints what a call gives, or what it throws. */
async function attempt(title, call) {
  try {
    say(title, await call())
  } catch (error) {
    say(`${title} (thrown)`, { name: error.name, message: error.message })
  }
}

function plainly(_key, value) {
  if (value instanceof Map) return { map: [...value] }
  if (value instanceof Set) return { set: [...value] }
  if (value instanceof Error) return { error: value.name, message: value.message }
  return typeof value === 'function' ? `function ${value.name}` : value
}
