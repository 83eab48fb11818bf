/** The scan engine with what it needs of the machine and of the user's configuration, as the store is handed it. */

import { scanBundle } from '../gate/scan.js'
import type { Suppression } from '../gate/suppression.js'
import type { ScanFiles } from '../store/examine.js'
import { createGateTools } from '../system/gate-tools.js'
import { readYaml } from '../system/yaml.js'

export function createScan(suppressions: readonly Suppression[]): ScanFiles {
  return async (files, signal) => {
    signal?.throwIfAborted()
    return scanBundle(files, createGateTools(), { readYaml, suppressions })
  }
}
