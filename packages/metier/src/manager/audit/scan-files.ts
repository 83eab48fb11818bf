/** The scan with what the user's configuration accepts, as the store is handed it. */

import type { Suppression } from '../../gate/suppression.js'
import type { ScanFiles } from '../../store/examine.js'
import { scanApart } from '../../system/scan-process/scan-apart.js'

export function createScan(suppressions: readonly Suppression[]): ScanFiles {
  return (files, signal, onFile) => scanApart(files, { suppressions }, { signal, onFile })
}
