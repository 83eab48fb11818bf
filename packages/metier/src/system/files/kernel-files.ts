/** Virtual file systems that the kernel generates: endless, slow, and never a place for skills. */

import { statfsSync } from 'node:fs'
import { isInside } from './contained-file.js'

/** Their mount points on every system that has them; devices have no separate file system type on Linux. */
const FOLDERS: readonly string[] = ['/proc', '/sys', '/dev']
/** Plain memory below `/dev`, which people do use for files. */
const MEMORY = '/dev/shm'

/** Linux magic numbers (`statfs(2)`, `linux/magic.h`). */
const TYPES: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x1cd1, // devpts
  0x1373, // devfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0xf97cff8c, // selinuxfs
  0x43415d53, // smackfs
  0xcafe4a11, // bpf
  0x62656570, // configfs
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x19800202, // mqueue
  0x42494e4d, // binfmt_misc
  0x6e736673, // nsfs
  0x65735543, // fusectl
  0x67596969, // rpc_pipefs
])

/** Whether a real path is on a virtual file system. One system call, so check roots and links, not every directory. */
export function isKernelFolder(path: string): boolean {
  if (isKernelPath(path)) return true
  if (process.platform !== 'linux') return false
  try {
    return TYPES.has(statfsSync(path).type >>> 0)
  } catch {
    // A path that cannot be checked cannot be listed either, and that is reported.
    return false
  }
}

/** The same without a system call. */
export function isKernelPath(path: string): boolean {
  return !isInside(path, MEMORY) && FOLDERS.some((folder) => isInside(path, folder))
}
