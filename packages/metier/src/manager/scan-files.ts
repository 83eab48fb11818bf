/** The scan engine, as the store is handed it. */

import type { ScanFiles } from '../store/examine.js'

export const scanFiles: ScanFiles = async () => ({ findings: [], ruleSet: 'none' })
