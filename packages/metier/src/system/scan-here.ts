/** One scan with what it needs of the machine, in the thread that asks for it. */

import type { BundleFile } from '../gate/bundle.js'
import type { OnFile } from '../gate/gather.js'
import { type ScanReport, scanBundle } from '../gate/scan.js'
import { reportUnfinished } from '../gate/unfinished.js'
import { createGateTools } from './gate-tools.js'
import type { ScanSettings } from './scan-order.js'
import { readYaml } from './yaml.js'

/** Never throws: whatever defeats the scan is a finding. */
export async function scanHere(
  files: readonly BundleFile[],
  settings: ScanSettings,
  onFile?: OnFile,
): Promise<ScanReport> {
  let at: string | undefined
  const follow: OnFile = (path, done, total) => {
    at = path
    onFile?.(path, done, total)
  }
  try {
    return await scanBundle(files, createGateTools(), { ...settings, readYaml, onFile: follow })
  } catch (error) {
    const because = error instanceof Error ? error.message.slice(0, 80) : 'unknown'
    return reportUnfinished({ because, at, paths: files.map(({ path }) => path) })
  }
}
