/** The schema libraries, each at the versions whose ways to a JSON Schema differ. */

import type { Tool } from 'metier/workspace'

/** The part of zod 4 that the tests use. */
export interface Zod {
  object(shape: Readonly<Record<string, unknown>>): Schema
  string(): Schema
  array(element: unknown): Schema
  date(): Schema
  toJSONSchema(schema: unknown, options?: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  safeParse(
    schema: unknown,
    value: unknown,
  ): { success: boolean; data?: unknown; error?: { issues: readonly object[] } }
}

export interface Schema {
  optional(): Schema
  describe(text: string): Schema
}

/** Every minor version of zod 4, and the zod 4 inside of zod 3. The last one is the newest. */
export const ZODS = [
  'zod-3-25/v4',
  'zod-4-0-0',
  'zod-4-0',
  'zod-4-1',
  'zod-4-2',
  'zod-4-3',
  'zod-4-4',
  'zod-4-5',
  'zod',
] as const

/** Those whose schemas give their JSON Schema. */
export const CONVERTING = ['zod-4-2', 'zod-4-3', 'zod-4-4', 'zod-4-5', 'zod'] as const

/** Those whose schemas do not. */
export const CLOSED = ['zod-3-25/v4', 'zod-4-0-0', 'zod-4-0', 'zod-4-1', 'zod/mini'] as const

export async function load(name: string): Promise<Zod> {
  const library = await import(/* @vite-ignore */ name)
  return library.z ?? library
}

/** A tool that answers with the parameters it got. */
export function toTool(paramsSchema: unknown): Tool {
  return {
    toolName: 'echo',
    desc: 'Repeats its parameters',
    paramsSchema: paramsSchema as Tool['paramsSchema'],
    execute: (params) => params,
  }
}
