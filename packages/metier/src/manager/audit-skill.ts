import { scanBundle } from '../gate/scan.js'
import { directoryOf } from '../registry/skill-record.js'
import { findSkill } from '../registry/snapshot.js'
import { succeed } from '../skill/failure.js'
import { guardFiles } from '../store/guard.js'
import { createGateTools } from '../system/gate-tools.js'
import { digestTree, readTree } from '../system/tree-digest.js'
import { readYaml } from '../system/yaml.js'
import { type Answer, notFound } from './answers.js'
import type { StoreHost } from './store-host.js'

/** C-36: the deep scan of a skill that is here, file by file. */
export async function audit(host: StoreHost, name: string, signal: AbortSignal | undefined): Promise<Answer> {
  const record = findSkill(host.situation().snapshot, name)
  if (record === undefined) return notFound(name)
  const path = directoryOf(record)
  const scanned = await guardFiles(`Reading ${path}`, async () => {
    const contents = new Map<string, Uint8Array>()
    const files = await readTree(path, { signal, visit: (_, file, bytes) => void contents.set(file.path, bytes) })
    const bundle = files
      .filter(({ mode }) => mode !== 'link')
      .map((file) => ({
        path: file.path,
        bytes: contents.get(file.path) ?? new Uint8Array(),
        isExecutable: file.mode === '0755',
      }))
    signal?.throwIfAborted()
    return succeed({ digest: digestTree(files), ...(await scanBundle(bundle, createGateTools(), { readYaml })) })
  })
  if (!scanned.ok) return { error: scanned.failure.message }
  const { verdict, findings, coverage, ruleSet, digest } = scanned.value
  return { name: record.name, path, verdict, findings, coverage, ruleSet, digest }
}
