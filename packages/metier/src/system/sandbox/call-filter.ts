/**
 * A filter of system calls for bubblewrap. Namespaces do not cover everything: the kernel's keyrings and sockets to the host of a
 * virtual machine are shared, so the calls that reach them are denied. So are those that change another process: the first one in a
 * sandbox ends all others.
 */

import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { openSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let opened: string | undefined

/**
 * A path under which the filter can be read as long as this process runs; undefined if there is none for this kind of processor.
 * Throws if it cannot be written.
 */
export function openCallFilter(): string | undefined {
  const filter = composeCallFilter(process.arch)
  if (filter === undefined) return undefined
  opened ??= keepOpen(filter)
  return opened
}

/** The file has no name any more, so nothing stays behind and nothing can be put in its place. */
function keepOpen(filter: Buffer): string {
  const file = join(tmpdir(), `metier-filter-${randomUUID()}`)
  const descriptor = openSync(file, 'wx+', 0o600)
  unlinkSync(file)
  writeSync(descriptor, filter)
  return `/proc/${process.pid}/fd/${descriptor}`
}

/** The calls of one kind of processor, by their numbers. */
interface CallTable {
  /** As the kernel names it to a filter. */
  readonly architecture: number
  readonly denied: readonly number[]
  readonly socket: number
  /** Numbers from here on are denied: another way to make the same calls. */
  readonly end?: number
}

/** io_uring makes other calls without passing the filter; pidfd_getfd takes files of other processes. */
const EVERYWHERE = [425, 426, 427, 438]

// In each: add_key, request_key, keyctl, perf_event_open, bpf, userfaultfd, ptrace, process_vm_readv, process_vm_writev.
const X86_64: CallTable = {
  architecture: 0xc000_003e,
  denied: [248, 249, 250, 298, 321, 323, 101, 310, 311, ...EVERYWHERE],
  socket: 41,
  end: 0x4000_0000,
}
const I386: CallTable = {
  architecture: 0x4000_0003,
  // And socketcall, whose arguments a filter does not see.
  denied: [286, 287, 288, 336, 357, 374, 26, 347, 348, 102, ...EVERYWHERE],
  socket: 359,
}
const AARCH64: CallTable = {
  architecture: 0xc000_00b7,
  denied: [217, 218, 219, 241, 280, 282, 117, 270, 271, ...EVERYWHERE],
  socket: 198,
}
const ARM: CallTable = {
  architecture: 0x4000_0028,
  denied: [309, 310, 311, 364, 386, 388, 26, 376, 377, ...EVERYWHERE],
  socket: 281,
}

/** A processor also runs the programs of its predecessor. */
const TABLES: Readonly<Record<string, readonly CallTable[]>> = {
  x64: [X86_64, I386],
  ia32: [X86_64, I386],
  arm64: [AARCH64, ARM],
  arm: [AARCH64, ARM],
}

/** Local sockets, IPv4, IPv6 and questions to the kernel about its network. Each belongs to a network namespace. */
const FAMILIES = [1, 2, 10, 16]

// The fields of what a filter sees.
const CALL = 0
const ARCHITECTURE = 4
const FIRST_ARGUMENT = 16

const ALLOW = 0x7fff_0000
/** The call fails with EPERM. */
const DENY = 0x0005_0001

// Instructions: load a field, compare, end.
const LOAD = 0x20
const IS_EQUAL = 0x15
const IS_AT_LEAST = 0x35
const RETURN = 0x06

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

/** The filter in the form that the kernel takes; undefined for a processor whose calls are not known. */
export function composeCallFilter(processor: string): Buffer | undefined {
  const tables = TABLES[processor]
  if (tables === undefined) return undefined
  const instructions: readonly Instruction[] = [
    [LOAD, 0, 0, ARCHITECTURE],
    ...tables.flatMap(composeTable),
    [RETURN, 0, 0, DENY],
  ]
  return Buffer.concat(instructions.map(encode))
}

/** Skipped by a call of another table, so that one of no table is denied. */
function composeTable({ architecture, denied, socket, end }: CallTable): readonly Instruction[] {
  const refusals: readonly Instruction[] = [
    ...(end === undefined ? [] : ([[IS_AT_LEAST, 0, 0, end]] as const)),
    ...denied.map((call): Instruction => [IS_EQUAL, 0, 0, call]),
  ]
  const families = FAMILIES.map((family, at): Instruction => [IS_EQUAL, FAMILIES.length - at, 0, family])
  const sockets: readonly Instruction[] = [
    // Any other call is allowed, which is what the last instruction does.
    [IS_EQUAL, 0, families.length + 2, socket],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...families,
    [RETURN, 0, 0, DENY],
    [RETURN, 0, 0, ALLOW],
  ]
  // To the refusal in front of the last instruction.
  const toDenial = (at: number) => refusals.length - at - 1 + sockets.length - 2
  const block: readonly Instruction[] = [
    [LOAD, 0, 0, CALL],
    ...refusals.map(([code, , , value], at): Instruction => [code, toDenial(at), 0, value]),
    ...sockets,
  ]
  return [[IS_EQUAL, 0, block.length, architecture], ...block]
}

function encode([code, ifTrue, ifFalse, value]: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
