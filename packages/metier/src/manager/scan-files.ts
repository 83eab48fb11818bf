/** The scan engine with what it needs of the machine, as the store is handed it. */

import { scanBundle } from '../gate/scan.js'
import type { ScanFiles } from '../store/examine.js'
import { createGateTools } from '../system/gate-tools.js'
import { readYaml } from '../system/yaml.js'

export const scanFiles: ScanFiles = async (files, signal) => {
  signal?.throwIfAborted()
  return scanBundle(files, createGateTools(), { readYaml })
}
