// Importing modules that lie elsewhere: the built library, and peers in their own folder.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export function importFile(file) {
  return import(pathToFileURL(resolve(file)).href)
}

/** A package as it is seen from a folder that has it installed. */
export function importPackage(folder, name) {
  return importFile(createRequire(join(resolve(folder), 'package.json')).resolve(name))
}

/** Some peers say a line for each skill, and the terminal would be what is measured. */
export function silenceConsole() {
  for (const level of ['log', 'info', 'warn', 'debug', 'error']) console[level] = () => undefined
}
