/** What git takes into a repository, and where it pushes that. */

import { readAddress } from '../../facts/address.js'
import { carrier, HOLE, mergeTaints, type Taint, textValue, type Value } from '../value.js'
import { credentialsPrintedBy } from './credential-programs.js'
import { repositoryTaints } from './repository-output.js'
import { isOddInHeader, note, noteFile, type ShellCall, wordFiles } from './shell-call.js'
import type { ShellState } from './shell-state.js'
import { readTransfer } from './shell-words.js'

/** Stands for the content of the repository. */
const REPOSITORY = '.git'

/** The output of a git command; what it pushes is recorded. */
export function useGit(call: ShellCall, state: ShellState): Value {
  const words = call.words.filter(({ text }) => text?.startsWith('-') !== true || text === '-A')
  const verb = words[0]?.text ?? ''
  if (verb === 'credential')
    return carrier(credentialsPrintedBy(`git ${words.map(({ text }) => text ?? '').join(' ')}`, call.at))
  if (verb === 'remote') keepRemote(words, state)
  else if (/^(?:add|commit|tag|notes|stash)$/.test(verb)) takeIn(verb, call, state)
  else if (verb === 'push') push(call, words, state)
  signIn(call, state)
  return carrier(repositoryTaints(`git ${call.words.map(({ text }) => text ?? HOLE).join(' ')}`, call.at))
}

/** `git remote add name url`, `git remote set-url name url`. */
function keepRemote(words: readonly Value[], state: ShellState): void {
  const [, verb, name, url] = words
  if (!/^(?:add|set-url)$/.test(verb?.text ?? '') || name?.text === undefined || url === undefined) return
  state.variables.set(`remote ${name.text}`, url)
}

const EVERYTHING = /^(?:-A|\.|--all|\*|-u)$/

/** Files by name, the message of a commit, or all files that the script wrote. */
function takeIn(verb: string, call: ShellCall, state: ShellState): void {
  const isAll = verb === 'add' && call.words.some(({ text }) => EVERYTHING.test(text ?? ''))
  const written = isAll ? [...state.files].flatMap(([path, taints]) => (isInside(path) ? [carrier(taints)] : [])) : []
  const files = verb === 'add' ? wordFiles(call, state) : []
  const taints = mergeTaints([...call.words, ...files, ...written])
  noteFile(state, REPOSITORY, taints.filter(isSecret))
}

function isInside(path: string): boolean {
  return path !== REPOSITORY && !/^[/~]/.test(path)
}

function isSecret({ kind, store }: Taint): boolean {
  return kind === 'environment' || kind === 'capture' || (kind === 'secret' && store !== 'dotenv')
}

function push(call: ShellCall, words: readonly Value[], state: ShellState): void {
  const taints = state.files.get(REPOSITORY) ?? []
  if (taints.length === 0) return
  const named = words[1]
  const to = named?.text === undefined ? named : (state.variables.get(`remote ${named.text}`) ?? named)
  const address = to?.text?.includes('://') === true ? readAddress(to.text) : undefined
  const target = to ?? textValue('origin')
  note(state, call, 'send', taints, { ...readTransfer('curl', []), address, target }, 'git push')
}

/** `git push https://$TOKEN@host/…` sends the token to the host. */
function signIn(call: ShellCall, state: ShellState): void {
  for (const word of call.words) {
    const address = word.taints.length > 0 && word.text?.includes('://') === true ? readAddress(word.text) : undefined
    const taints = word.taints.filter((taint) => taint.kind === 'variable' && isOddInHeader(taint, address))
    if (taints.length > 0) note(state, call, 'send', taints, { ...readTransfer('curl', []), address }, call.name)
  }
}
