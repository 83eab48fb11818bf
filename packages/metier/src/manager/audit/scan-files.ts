/** The scan with the suppressions of the user's configuration, as the store needs it. */

import type { Suppression } from '../../gate/suppression.js'
import type { ScanFiles } from '../../store/examine.js'
import { scanApart } from '../../system/scan-process/scan-apart.js'

export function createScan(suppressions: readonly Suppression[]): ScanFiles {
  return (files, signal, onFile) => scanApart(files, { suppressions }, { signal, onFile })
}
