/** What shell commands output: secrets, the environment, screen content, facts about the machine. */

import { isCredentialName, secretStoreIn } from '../../facts/secrets.js'
import { environmentTaint } from '../member.js'
import { mergeTaints, type Taint, type Value } from '../value.js'
import { credentialsPrintedBy } from './credential-programs.js'
import { repositoryTaints } from './repository-output.js'
import type { ShellState } from './shell-state.js'

const CAPTURES = new Set([
  'pbpaste',
  'xclip',
  'xsel',
  'wl-paste',
  'screencapture',
  'scrot',
  'gnome-screenshot',
  'grim',
  'maim',
  'Get-Clipboard',
  'imagesnap',
  'ffplay',
])
const MACHINE = new Set([
  'whoami',
  'hostname',
  'uname',
  'id',
  'ifconfig',
  'ipconfig',
  'sw_vers',
  'system_profiler',
  'lsb_release',
  'ip',
  'last',
  'w',
  'who',
  'arp',
])
/** What a command reads by itself; its files and input are handled elsewhere. */
export function sourcesOf(name: string, words: readonly Value[], at: number): readonly Taint[] {
  const line = [name, ...words.map(({ text }) => text ?? '')].join(' ')
  if (WHOLE_ENVIRONMENT.test(line)) return [environmentTaint(at)]
  if (name === 'printenv') return [{ kind: 'variable', name: words[0]?.text ?? '', at }]
  if (CAPTURES.has(name)) return [{ kind: 'capture', name, at }]
  if (MACHINE.has(name)) return [{ kind: 'machine', name, at }]
  return keptOutput(line, at)
}

const WHOLE_ENVIRONMENT = /^(?:(?:env|printenv)(?: -0)?|set|(?:export|declare|typeset) -[px]|compgen -e)$/

/** Data that programs store and print on request. */
export function keptOutput(line: string, at: number): readonly Taint[] {
  if (line === 'history') return [{ kind: 'secret', name: 'shell history', store: 'history', at }]
  return [...credentialsPrintedBy(line, at), ...repositoryTaints(line, at)]
}

/** A file's content by name: a secret by its location, or what the script wrote to it. */
export function fileTaints(state: ShellState, path: string, at: number): readonly Taint[] {
  const socket = /^\/dev\/(?:tcp|udp)\/([^/\s]{1,253})\//.exec(path)?.[1]
  if (socket !== undefined) return [{ kind: 'download', name: socket, at }]
  const kept = keptIn(state, fileKey(path))
  const secret = secretStoreIn(path)
  return secret === undefined ? kept : [...kept, { kind: 'secret', name: secret.name, store: secret.store, at }]
}

/** A file, everything below a directory, or what another script wrote under that name. */
function keptIn({ files, written }: ShellState, key: string): readonly Taint[] {
  const own = files.get(key)
  if (own !== undefined || key === '') return own ?? []
  const folder = key.endsWith('/') ? key : `${key}/`
  const below = files.size === 0 ? [] : [...files].filter(([path]) => path.startsWith(folder))
  return below.length > 0 ? mergeTaints(below.map(([, taints]) => ({ taints }))) : (written?.read(key) ?? [])
}

/** `./x`, `x` and `$PWD/x` are the same file. */
export function fileKey(path: string): string {
  return path.replace(/^(?:\.\/|\$PWD\/)/, '').replace(/^["']|["']$/g, '')
}

/** An unassigned variable: only its name is known. */
export function variableTaints(name: string, at: number): readonly Taint[] {
  return isCredentialName(name) ? [{ kind: 'variable', name, at }] : []
}
