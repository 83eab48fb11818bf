/** The content of a `tools.yaml`: the tools and servers that a skill adds while it is active. */

import type { Diagnostic, DiagnosticCode } from '../diagnostic.js'
import type { JsonSchema } from '../json-schema.js'
import type { CATEGORIES } from '../policy-rule.js'

/** The names of the file. Only the first one that exists counts. */
export const TOOLS_FILES = ['tools.yaml', 'tools.yml', 'tools.json'] as const

/** A tool in `tools.yaml`. */
export interface ToolEntry {
  readonly name: string
  readonly description: string
  readonly input?: JsonSchema
  readonly run: readonly [string, ...string[]]
  readonly timeout?: number
  readonly category?: (typeof CATEGORIES)[number]
  readonly cwd?: 'skill' | 'workdir'
  readonly env?: readonly string[]
  readonly version?: string
}

/** A server in `tools.yaml`. */
export interface ServerEntry {
  readonly command?: string
  readonly args?: readonly string[]
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly tokenEnv?: string
  readonly oauth?: OAuthEntry
  readonly tools?: readonly string[]
  readonly env?: readonly string[]
  readonly set?: Readonly<Record<string, string>>
  readonly timeout?: number
}

/** How Metier signs in to a server in `tools.yaml`: with client credentials, or as the user in a browser. */
export interface OAuthEntry {
  readonly signIn?: 'browser'
  readonly issuer?: string
  readonly clientId?: string
  readonly clientSecretEnv?: string
  readonly scopes?: readonly string[]
}

/** The content of a skill's `tools.yaml`. */
export interface ToolsFile {
  readonly tools?: readonly ToolEntry[]
  readonly servers?: Readonly<Record<string, ServerEntry>>
  readonly restrictsTo?: readonly string[]
  readonly requires?: { readonly skills?: readonly string[]; readonly tools?: readonly string[] }
  readonly reuses?: readonly string[]
}

const CODES = ['tools_invalid', 'tool_script_missing', 'tool_outside_skill'] as const satisfies DiagnosticCode[]

/** Whether a diagnostic is about a tools file, which can then not be used. */
export function isToolsDiagnostic({ code }: Pick<Diagnostic, 'code'>): boolean {
  return CODES.some((known) => known === code)
}

/** What a valid file starts may still not run here. */
const STARTED: readonly DiagnosticCode[] = ['tool_program_missing', 'tool_script_unstartable']

/** Whether a diagnostic is shown at the tools file. */
export function isAboutToolsFile(diagnostic: Pick<Diagnostic, 'code' | 'file'>): boolean {
  if (isToolsDiagnostic(diagnostic) || STARTED.includes(diagnostic.code)) return true
  // A tool has a description, too.
  const { code, file = '' } = diagnostic
  return code === 'description_placeholder' && TOOLS_FILES.some((name) => file.split(/[\\/]/).at(-1) === name)
}

/** A mistake in the file. */
export interface ToolsFileProblem {
  readonly code: (typeof CODES)[number]
  readonly message: string
  readonly suggestion?: string
}

/** A mistake at a JSON pointer. */
export interface PlacedProblem extends ToolsFileProblem {
  readonly pointer: string
}

/** Escapes a key for a JSON pointer. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
