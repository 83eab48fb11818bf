// A machine of its own for each scenario: a home, a project, a PATH and a cache below one temporary directory.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startServer } from './servers.mjs'
import { writeTree } from './write-tree.mjs'

/** Programs of the real machine that every scenario has: git fetches, node runs the scripts of skills. */
const REAL_PROGRAMS = { git: findProgram('git'), node: process.execPath }

/**
 * Creates the machine of one scenario.
 * A setup is `{ home, project, programs, variables, serves }`: files by path, names on PATH, variables, and whether a
 * registry server runs.
 */
export async function createMachine(place, setup, packageFolder) {
  const folders = { home: join(place, 'home'), project: join(place, 'project'), bin: join(place, 'bin') }
  const [cache, temporary] = [join(place, 'cache'), join(place, 'tmp')]
  for (const folder of [...Object.values(folders), cache, temporary]) mkdirSync(folder, { recursive: true })
  for (const [name, target] of Object.entries(REAL_PROGRAMS)) symlinkSync(target, join(folders.bin, name))
  for (const name of setup.programs ?? []) addProgram(folders.bin, name)
  const server = setup.serves === true ? await startServer(join(place, 'served')) : undefined
  writeTree(folders.home, setup.home ?? {})
  writeTree(folders.project, setup.project ?? {})
  const variables = {
    HOME: folders.home,
    XDG_CACHE_HOME: cache,
    TMPDIR: temporary,
    PATH: folders.bin,
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    COLUMNS: '100',
    NO_COLOR: '1',
    // What `clawhub` stands for; its host is the only one that may be reached without https.
    ...(server !== undefined && { CLAWHUB_REGISTRY: server.url }),
    ...setup.variables,
  }
  return { place, ...folders, cache, temporary, packageFolder, server, variables, captured: {} }
}

/** Puts a program that does nothing on a machine's PATH. */
export function addProgram(bin, name) {
  writeFileSync(join(bin, name), '#!/bin/sh\n')
  chmodSync(join(bin, name), 0o755)
}

/** The words of a command line with `{server}`, `{host}` and what was captured filled in. */
export function fillIn(text, machine) {
  const known = { server: machine.server?.url, host: machine.server?.host, ...machine.captured }
  return text.replace(/\{([a-z]+)\}/g, (whole, name) => known[name] ?? whole)
}

function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const folder of folders) {
    try {
      execFileSync(join(folder, name), ['--version'], { stdio: 'ignore' })
      return join(folder, name)
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  throw new Error(`${name} is not on PATH; the scenarios need it`)
}
