// What a scenario can do. A step takes the machine and gives the text that is recorded; nothing where it only prepares.
import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOST } from './host.mjs'
import { addProgram, fillIn } from './machine.mjs'
import { changeRepository } from './repository.mjs'
import { commandLineOf, runInTerminal, runProgram } from './run-program.mjs'
import { describeTree } from './tree.mjs'
import { writeTree } from './write-tree.mjs'

/** A scenario: its name, the machine that it starts with, and what happens there. */
export function scenario(name, setup, ...steps) {
  return { name, setup, steps }
}

/** Runs `metier` with these words. */
export function metier(...words) {
  return (machine) => runWords(machine, words)
}

/** One command for a reader and for a program. */
export function both(...words) {
  return [metier(...words), metier(...words, '--json')]
}

/** A command with further variables, or as a user who may not read everything (`isOther`). */
export function metierWith(surroundings, ...words) {
  return (machine) => runWords(machine, words, surroundings)
}

async function runWords(machine, words, { isOther = false, variables = {} } = {}) {
  const command = [...commandLineOf(machine.packageFolder), ...words.map((word) => fillIn(word, machine))]
  const filled = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fillIn(value, machine)]))
  const ended = await runProgram(machine, command, { variables: filled, options: isOther ? becomeOther(machine) : {} })
  machine.last = ended
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value} `)
  return describeEnd(`${set.join('')}metier ${words.map(showWord).join(' ')}`, ended)
}

const NOBODY = 65_534

/** Permission is denied to nobody who is root. */
function becomeOther({ place }) {
  if (process.getuid?.() !== 0) return {}
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, place])
  return { uid: NOBODY, gid: NOBODY }
}

/** Makes a file or folder of the project unreadable. */
export function forbid(path) {
  return (machine) => chmodSync(join(machine.project, path), 0)
}

/** Runs `metier` in a terminal that many columns wide. */
export function terminal(columns, ...words) {
  return terminalWith({ columns }, ...words)
}

/** The same with variables, with stderr on the terminal (`isWhole`), or with somebody who types. */
export function terminalWith(options, ...words) {
  return async (machine) => {
    const command = [...commandLineOf(machine.packageFolder), ...words.map((word) => fillIn(word, machine))]
    const ended = await runInTerminal(machine, command, options)
    return describeEnd(`metier ${words.map(showWord).join(' ')}   (terminal, ${options.columns} columns)`, ended)
  }
}

/** Runs a story of a host program that imports the built package. */
export function host(story) {
  return async (machine) => {
    const ended = await runProgram(machine, [process.execPath, HOST, machine.packageFolder, story])
    return describeEnd(`host ${story}`, ended)
  }
}

/** Remembers the first group that a pattern finds in what was printed last, for `{name}` in later words. */
export function capture(name, pattern) {
  return (machine) => {
    const found = pattern.exec(machine.last.stdout + machine.last.stderr)
    machine.captured[name] = found?.[1] ?? `no-${name}-was-printed`
  }
}

/** Writes files into the project, or into the home. */
export function write(files, where = 'project') {
  return (machine) => writeTree(machine[where], files)
}

/** Removes a file or folder of the project, or of the home. */
export function erase(path, where = 'project') {
  return (machine) => rmSync(join(machine[where], path), { recursive: true, force: true })
}

/** Puts a program on PATH. */
export function addToPath(name) {
  return (machine) => addProgram(machine.bin, name)
}

/** Adds a commit to the served repository. */
export function commit(files) {
  return (machine) => changeRepository(machine.server.folder, files)
}

/** Records what lies in folders of the machine, with contents. */
export function tree(...folders) {
  return (machine) => folders.map((folder) => describeTree(machine[folder], folder)).join('')
}

/** What a command printed and how it ended. */
export function describeEnd(title, { exit, stdout, stderr }) {
  return `$ ${title}\nexit ${exit}\n${section('stdout', stdout)}${section('stderr', stderr)}\n`
}

/** A named part of a record; one that is empty is left out, and a missing line end shows. */
export function section(name, text) {
  if (text === '') return ''
  return `--- ${name}\n${text}${text.endsWith('\n') ? '' : '\n(no line end)\n'}`
}

function showWord(word) {
  return /^[\w@%+=:,./{}*-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
