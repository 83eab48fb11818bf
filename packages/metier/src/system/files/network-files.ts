/** Detects file systems that other machines can change: only there can a process elsewhere hold a lock. */

import { statfsSync } from 'node:fs'

/** Linux magic numbers of file systems that are, or may be, shared between machines (`statfs(2)`, `linux/magic.h`). */
const SHARED: ReadonlySet<number> = new Set([
  0x6969, // nfs
  0xff534d42, // cifs
  0xfe534d42, // smb2
  0x517b, // smb
  0x01021997, // 9p
  0x65735546, // fuse
  0x00c36400, // ceph
  0x6b414653, // afs
  0x5346414f, // openafs
  0x73757245, // coda
  0x0bd00bd0, // lustre
  0x47504653, // gpfs
  0x19830326, // beegfs
  0x01161970, // gfs2
  0x7461636f, // ocfs2
  0x786f4256, // vboxsf
  0x564c, // ncp
])

/** Other systems do not report it, so assume it may be shared. */
export function mayBeShared(path: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return SHARED.has(statfsSync(path).type >>> 0)
  } catch {
    return true
  }
}
