/** The tool table of this moment: computed again only where something changed. */

import type { ActiveSkills } from '../activation/activation.js'
import type { BaseIndex, BaseTools, EVERY_NAME } from './base-tools.js'
import { composeToolTable, type ToolTable } from './tool-table.js'

/** A switch costs what the active skills bring, not what is registered. */
export function createCurrentTable(base: BaseTools, active: () => ActiveSkills) {
  let last: { readonly index: BaseIndex; readonly active: ActiveSkills; readonly table: ToolTable } | undefined
  return (asked?: string | typeof EVERY_NAME): ToolTable => {
    const index = base.index(asked)
    if (last?.index === index && last.active === active()) return last.table
    last = { index, active: active(), table: composeToolTable(index, active()) }
    return last.table
  }
}
