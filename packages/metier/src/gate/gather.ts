/** Turns files into evidence: segments, what prose says, and what scripts do. */

import type { ReadYaml } from '../skill/interpret.js'
import { parseSkill } from '../skill/parse.js'
import type { BundleLink, GateTools } from './bundle.js'
import { createPassage, type Evidence, type Oddity, type Passage, type ScannedFile } from './evidence.js'
import { findAddresses } from './facts/address.js'
import { findEncoded } from './facts/encoded.js'
import {
  type FollowedShell,
  followLineScripts,
  followShellsAgain,
  MOST_COMPARED,
  nameEachOther,
  type PlacedScript,
} from './flow/across-files.js'
import type { WrittenFile } from './flow/calls/call-context.js'
import { findDataCommands } from './flow/data-commands.js'
import { FileTable } from './flow/files.js'
import type { Flow } from './flow/flow.js'
import { ModuleTable, type Script } from './flow/follow-modules.js'
import { type FollowedLines, followLines } from './flow/languages/follow-lines.js'
import type { Parsers } from './flow/languages/parsers.js'
import { keepData } from './flow/own-data.js'
import type { Program } from './flow/program.js'
import { followShell } from './flow/shell/shell.js'
import { type CommandFact, createShellState, type ShellState } from './flow/shell/shell-state.js'
import type { Inventory } from './inventory.js'
import type { ScanLimits } from './limits.js'
import { findComments } from './text/comments.js'
import { findEmbeddedCommands } from './text/embedded-commands.js'
import type { Segment } from './text/segment.js'
import { segmentFile } from './text/segment-file.js'
import { spokenRowsOf, startEntriesOf } from './text/start-entries.js'
import { toolCommandsOf } from './text/tool-entries.js'

export interface GatherOptions {
  readonly tools: GateTools
  readonly parsers: Parsers
  readonly limits: ScanLimits
  readonly readYaml: ReadYaml | undefined
  readonly links: readonly BundleLink[]
  readonly leftOut: readonly string[]
  readonly onFile?: OnFile | undefined
}

/** Called with the next file and the number done; without a path when all files are examined together. */
export type OnFile = (path: string | undefined, done: number, total: number) => void

/** Everything that can be seen in the files of an inventory. */
export function gatherEvidence(inventory: Inventory, options: GatherOptions): Evidence {
  const gathering = new Gathering(inventory.files, options)
  gathering.readAll()
  const evidence = gathering.finish()
  return { ...evidence, oddities: [...inventory.oddities, ...evidence.oddities] }
}

const SINKS =
  /exec|eval|spawn|system|popen|subprocess|Function\b|fetch|request|axios|http|socket|urlopen|send|smtp|dns|b64decode|atob|Buffer\.from|marshal|pickle|getattr|__import__|fromCharCode|unescape|chr\(|\.join\(|\]\(|\[\s{0,4}["'`][^\]\n]{0,40}\+/

/** Secret stores; a snippet that only reads them is enough. */
const STORES =
  /\.(?:ssh|aws|azure|kube|docker|netrc|gnupg|npmrc|pypirc|git-credentials)\b|\bid_(?:rsa|ed25519)\b|gcloud|Keychains|\/etc\/shadow|wallet|Login Data/

/** Characters of scripts whose programs are kept until they are followed: a program takes forty times its text. */
const MOST_KEPT = 250_000

class Gathering {
  readonly #files: readonly ScannedFile[]
  readonly #options: GatherOptions
  readonly #segments: Segment[] = []
  readonly #passages: Passage[] = []
  readonly #flows: Flow[] = []
  readonly #commands: CommandFact[] = []
  readonly #assembled: Evidence['assembled'][number][] = []
  readonly #writes: WrittenFile[] = []
  readonly #oddities: Oddity[] = []
  readonly #scripts: Script[] = []
  readonly #written = new FileTable()
  readonly #lineScripts: PlacedScript[] = []
  readonly #shells: FollowedShell[] = []
  #decoded = 0
  #parsed = 0

  constructor(files: readonly ScannedFile[], options: GatherOptions) {
    this.#files = files
    this.#options = options
  }

  readAll(): void {
    this.#files.forEach((file, index) => {
      this.#options.onFile?.(file.path, index, this.#files.length)
      if (file.text === undefined) return
      const shell = createShellState(this.#options.limits.steps + file.text.length)
      this.#guard(index, () => {
        for (const segment of segmentFile(file, index)) this.#read(segment, shell)
      })
      this.#keepWritten(file, index, shell)
      if (shell.budget < 0) this.#oddities.push({ kind: 'exhausted', file: index, offset: 0, detail: 'a shell script' })
      this.#keepShell(shell)
      this.#followAgain(index, shell)
    })
    this.#readDataCommands()
    this.#followScripts()
    this.#followAcross()
  }

  finish(): Evidence {
    const at = this.#files.findIndex(({ path }) => /^skill\.md$/i.test(path))
    const text = this.#files[at]?.text
    const { readYaml } = this.#options
    const main =
      text === undefined
        ? undefined
        : { file: at, document: parseSkill(text, readYaml === undefined ? {} : { readYaml }) }
    return {
      files: this.#files,
      main,
      segments: this.#segments,
      passages: this.#passages,
      flows: this.#flows,
      commands: this.#commands,
      assembled: this.#assembled,
      writes: this.#writes,
      oddities: this.#oddities,
      links: this.#options.links,
      leftOut: this.#options.leftOut,
    }
  }

  /** A file that defeats a parser is reported, never skipped. */
  #guard(file: number, read: () => void): void {
    try {
      read()
    } catch (error) {
      const detail = error instanceof Error ? error.message.slice(0, 80) : 'unknown'
      this.#oddities.push({ kind: 'defeated', file, offset: 0, detail })
    }
  }

  #read(segment: Segment, shell: ShellState): void {
    this.#segments.push(segment)
    if (segment.language === 'shell') this.#readShell(segment, shell)
    else if (segment.language === 'javascript' || segment.language === 'python') this.#readScript(segment)
    else if (segment.language === 'powershell' || segment.language === 'other') this.#readLines(segment, shell)
    if (segment.language === 'prose' || segment.kind === 'field' || segment.kind === 'comment') this.#readProse(segment)
    for (const comment of findComments(segment)) this.#readProse(comment)
    for (const command of findEmbeddedCommands(segment)) this.#read(command, shell)
    const path = this.#files[segment.file]?.path ?? ''
    const commands = [...toolCommandsOf(segment, path), ...startEntriesOf(segment, path)]
    for (const child of [...commands, ...findEncoded(segment)]) this.#readChild(child, shell)
    for (const row of spokenRowsOf(segment, path)) this.#readProse(row)
  }

  #readShell(segment: Segment, shell: ShellState): void {
    const before = shell.children.length
    this.#guard(segment.file, () => followShell(segment, shell, this.#options.parsers.shell))
    for (const child of shell.children.splice(before)) this.#readChild(child, shell)
  }

  #readLines(segment: Segment, shell: ShellState): void {
    if (segment.kind === 'field') return
    const path = this.#files[segment.file]?.path ?? ''
    if (segment.kind === 'script') this.#lineScripts.push({ segment, path })
    else this.#keepLines(followLines([segment], this.#written), shell)
  }

  #keepLines({ flows, children }: FollowedLines, shell: ShellState): void {
    this.#flows.push(...flows)
    for (const child of children) this.#readChild(child, shell)
  }

  /** What a shell script writes to files, for the others. */
  #keepWritten({ path, language }: ScannedFile, file: number, state: ShellState): void {
    for (const [name, taints] of state.files) this.#written.write(name, taints)
    // Beyond that many, none is followed again, and their states would only take memory.
    if (language !== 'shell' || this.#shells.length > MOST_COMPARED) return
    const segment = this.#segments.find((each) => each.file === file && each.kind === 'script')
    if (segment !== undefined) this.#shells.push({ segment, path, state })
  }

  /** Scripts without a grammar, and shell scripts that use what others leave behind. */
  #followAcross(): void {
    const { parsers, limits } = this.#options
    const shell = createShellState(limits.steps)
    for (const followed of followLineScripts(this.#lineScripts, this.#written)) this.#keepLines(followed, shell)
    this.#keepShell(shell)
    this.#flows.push(...followShellsAgain(this.#shells, this.#written, parsers.shell, limits.steps))
  }

  #readChild(child: Segment, shell: ShellState): void {
    const { limits } = this.#options
    if (child.via.length > limits.decodeDepth || child.text.length > limits.decodedLength) return
    this.#decoded += child.text.length
    if (this.#decoded > limits.decodedTotal) return
    this.#read(child, shell)
  }

  #readScript(segment: Segment): void {
    const { parsers } = this.#options
    // Values have nowhere to flow in a snippet that neither sends, runs nor decodes anything.
    if (segment.kind === 'fence' && !SINKS.test(segment.text) && !STORES.test(segment.text)) return
    const parse = parsers[segment.language === 'python' ? 'python' : 'javascript']
    const program = parse(segment.text)
    this.#parsed += segment.text.length
    const isKept = this.#parsed <= MOST_KEPT || program.steps.length === 0
    this.#scripts.push({ segment, program: isKept ? keep(program) : parseAgain(parse, segment.text) })
    const isWhole = segment.kind === 'script'
    if (isWhole && program.brokenAt !== undefined && program.steps.length === 0)
      this.#oddities.push({ kind: 'defeated', file: segment.file, offset: 0, detail: 'the parser failed' })
  }

  #readProse(segment: Segment): void {
    this.#passages.push(createPassage(segment, findAddresses(segment.text)))
  }

  /** Twice: the second time every script knows what the others define. */
  #followScripts(): void {
    const modules = new ModuleTable({ inflate: (bytes) => this.#inflate(bytes), files: this.#written })
    keepData({ files: this.#files, scripts: this.#scripts, written: this.#written, modules })
    const whole = this.#scripts.filter(({ segment }) => segment.kind === 'script')
    const isLibrary = nameEachOther(whole.map(({ segment }) => ({ segment, path: this.#pathOf(segment) })))
    for (const script of isLibrary ? whole : []) {
      const path = this.#pathOf(script.segment).replace(/\.\w+$/, '')
      this.#guard(script.segment.file, () => modules.define(script, path))
    }
    for (let at = 0; at < this.#scripts.length; at++) {
      const script = this.#scripts[at]
      if (script === undefined) continue
      this.#options.onFile?.(this.#files[script.segment.file]?.path, this.#files.length, this.#files.length)
      this.#guard(script.segment.file, () => this.#followScript(script, modules))
    }
  }

  #pathOf({ file }: Segment): string {
    return this.#files[file]?.path ?? ''
  }

  /** What a script hands to a shell from a data file is a program, too. */
  #readDataCommands(): void {
    const shell = createShellState(this.#options.limits.steps)
    for (const command of findDataCommands(this.#files, this.#segments)) this.#readChild(command, shell)
    this.#keepShell(shell)
  }

  #followScript(script: Script, modules: ModuleTable): void {
    const { segment } = script
    const { result, isWhole } = modules.follow(script)
    if (!isWhole) this.#oddities.push({ kind: 'exhausted', file: segment.file, offset: 0, detail: 'a script' })
    this.#flows.push(...result.flows)
    this.#assembled.push(...result.assembled)
    this.#writes.push(...result.writes)
    const shell = createShellState(this.#options.limits.steps)
    for (const child of result.children) this.#readChild(child, shell)
    this.#keepShell(shell)
  }

  /** The steps of a document may come in any order: a file's final content is known from the start. */
  #followAgain(file: number, { files, variables }: ShellState): void {
    if (files.size === 0 || this.#files[file]?.language !== 'prose') return
    const again = createShellState(this.#options.limits.steps)
    for (const [path, taints] of files) again.files.set(path, taints)
    for (const [name, value] of variables) again.variables.set(name, value)
    const commands = this.#segments.filter((segment) => segment.file === file && segment.language === 'shell')
    this.#guard(file, () => {
      for (const segment of commands) followShell(segment, again, this.#options.parsers.shell)
    })
    this.#flows.push(...again.flows)
  }

  #keepShell(shell: ShellState): void {
    this.#flows.push(...shell.flows)
    this.#commands.push(...shell.commands)
  }

  #inflate(bytes: Uint8Array): Uint8Array | undefined {
    const { tools, limits } = this.#options
    for (const format of ['gzip', 'zlib', 'raw'] as const) {
      const opened = tools.inflate(bytes, format, limits.decodedLength)
      if (opened !== undefined) return opened
    }
    return undefined
  }
}

function keep(program: Program): () => Program {
  return () => program
}

function parseAgain(parse: (text: string) => Program, text: string): () => Program {
  return () => parse(text)
}
