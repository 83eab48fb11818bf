/** The tools that are available whichever skill is active: those of components and global ones. */

import { type Tool, type ToolRegistration, ToolSource } from './tool.js'
import type { ToolComponent } from './tool-component.js'
import { requireTool } from './tool-schema.js'

/** Asks for every tool of every component. */
export const EVERY_NAME = Symbol('every name')

/** Every registered version of every base tool, by name. */
export type BaseIndex = ReadonlyMap<string, readonly ToolRegistration[]>

/** Whether a name is that of a global tool, which no skill may take. */
export function isGlobalName(index: BaseIndex, name: string): boolean {
  return index.get(name)?.some(({ source }) => source === ToolSource.GLOBAL) ?? false
}

/** The components and global tools of a workspace. */
export interface BaseTools {
  setComponent(key: string, component: ToolComponent): void
  removeComponent(key: string): boolean
  addGlobal(tool: Tool): void
  removeGlobal(name: string): boolean
  component(key: string): ToolComponent | undefined
  components(): ReadonlyMap<string, ToolComponent>
  /**
   * The index, which is the same object until something changes. Components may change their `toolSet` at any time:
   * added and removed tools are noticed on every call, a replaced one only for the name that is asked for, or for
   * `EVERY_NAME`.
   */
  index(asked?: string | typeof EVERY_NAME): BaseIndex
}

/** Creates an empty collection. */
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
      for (const tool of component.toolSet.values()) requireTool(tool)
      // A component that replaces another comes last, as if it were new.
      components.delete(key)
      components.set(key, component)
      forget()
    },
    removeComponent: (key) => {
      forget()
      return components.delete(key)
    },
    addGlobal: (tool) => {
      requireTool(tool)
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
    index: (asked) => {
      if (index !== undefined && seen.every((one) => isUnchanged(one, asked))) return index
      index = buildIndex(components, globals)
      seen = [...components.values()].map((component) => {
        const { toolSet } = component
        return { component, toolSet, tools: new Map(toolSet), entries: [...toolSet].flat() }
      })
      return index
    },
  }
}

/** A component's tools at the last check. */
interface Seen {
  readonly component: ToolComponent
  readonly toolSet: ReadonlyMap<string, Tool>
  readonly tools: ReadonlyMap<string, Tool>
  /** Each name, and after it its tool. */
  readonly entries: readonly (string | Tool)[]
}

function isUnchanged(seen: Seen, asked: string | typeof EVERY_NAME | undefined): boolean {
  const { component, toolSet, tools } = seen
  if (component.toolSet !== toolSet || toolSet.size !== tools.size) return false
  if (asked === undefined) return true
  return asked === EVERY_NAME ? hasSameEntries(seen) : toolSet.get(asked) === tools.get(asked)
}

/** Compares in order, without lookups: a workspace may list ten thousand tools before each step. */
function hasSameEntries({ toolSet, entries }: Seen): boolean {
  let at = 0
  let isSame = true
  toolSet.forEach((tool, name) => {
    isSame &&= entries[at] === name && entries[at + 1] === tool
    at += 2
  })
  return isSame
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
