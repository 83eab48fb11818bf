/** The tools that are there whatever skill is active: those of components and the global ones. */

import { type Tool, type ToolRegistration, ToolSource } from './tool.js'
import type { ToolComponent } from './tool-component.js'

/** Every registered version of every base tool, by name. */
export type BaseIndex = ReadonlyMap<string, readonly ToolRegistration[]>

export interface BaseTools {
  setComponent(key: string, component: ToolComponent): void
  removeComponent(key: string): boolean
  addGlobal(tool: Tool): void
  removeGlobal(name: string): boolean
  component(key: string): ToolComponent | undefined
  components(): ReadonlyMap<string, ToolComponent>
  /** The same object until something changes; components may fill their `toolSet` at any time. */
  index(): BaseIndex
}

export function createBaseTools(): BaseTools {
  const components = new Map<string, ToolComponent>()
  const globals: Tool[] = []
  let index: BaseIndex | undefined
  let seen: readonly Seen[] = []
  const forget = () => {
    index = undefined
  }
  return {
    setComponent: (key, component) => {
      // A component that takes the place of another comes last, as if it were new.
      components.delete(key)
      components.set(key, component)
      forget()
    },
    removeComponent: (key) => {
      forget()
      return components.delete(key)
    },
    addGlobal: (tool) => {
      const at = globals.findIndex((known) => known.toolName === tool.toolName && known.version === tool.version)
      if (at >= 0) globals[at] = tool
      else globals.push(tool)
      forget()
    },
    removeGlobal: (name) => {
      const kept = globals.filter(({ toolName }) => toolName !== name)
      const isRemoved = kept.length < globals.length
      globals.splice(0, globals.length, ...kept)
      forget()
      return isRemoved
    },
    component: (key) => components.get(key),
    components: () => components,
    index: () => {
      if (index !== undefined && seen.every(isUnchanged)) return index
      index = buildIndex(components, globals)
      seen = [...components.values()].map((component) => {
        const { toolSet } = component
        return { component, toolSet, size: toolSet.size }
      })
      return index
    },
  }
}

/** What a component's tools were when they were last looked at. */
interface Seen {
  readonly component: ToolComponent
  readonly toolSet: ReadonlyMap<string, Tool>
  readonly size: number
}

function isUnchanged({ component, toolSet, size }: Seen): boolean {
  return component.toolSet === toolSet && toolSet.size === size
}

function buildIndex(components: ReadonlyMap<string, ToolComponent>, globals: readonly Tool[]): BaseIndex {
  const index = new Map<string, ToolRegistration[]>()
  const add = (name: string, registration: ToolRegistration) => {
    const known = index.get(name)
    if (known === undefined) index.set(name, [registration])
    else known.push(registration)
  }
  for (const [componentKey, { toolSet }] of components) {
    for (const [name, tool] of toolSet) add(name, { tool, source: ToolSource.COMPONENT, componentKey, enabled: true })
  }
  for (const tool of globals) add(tool.toolName, { tool, source: ToolSource.GLOBAL, enabled: true })
  return index
}
