/** Fills in the home directory and environment variables in the directories that agents are known by. */

/** What a machine says about one user. */
export interface TemplateValues {
  readonly home: string
  /** Reads an environment variable. */
  readonly variable: (name: string) => string | undefined
}

/** The directory that each variable replaces. */
const DEFAULTS: Readonly<Record<string, string>> = {
  AUTOHAND_HOME: '~/.autohand',
  CLAUDE_CONFIG_DIR: '~/.claude',
  CODEX_HOME: '~/.codex',
  FLATPAK_XDG_CONFIG_HOME: '~/.config',
  GROK_HOME: '~/.grok',
  HERMES_HOME: '~/.hermes',
  SARVAM_HOME: '~/.sarvam',
  VIBE_HOME: '~/.vibe',
  XDG_CONFIG_HOME: '~/.config',
}

/**
 * `~` becomes the home directory. `$NAME` at the beginning becomes that environment variable, or the default if it is not an
 * absolute path: a relative one would depend on the working directory.
 */
export function fillFolder(template: string, { home, variable }: TemplateValues): string {
  const [, name = '', rest = ''] = /^\$([A-Z_]+)(.*)$/.exec(template) ?? []
  if (name === '') return template.startsWith('~/') ? home + template.slice(1) : template
  const value = variable(name)
  if (value !== undefined && isAbsolutePath(value)) return value.replace(/[\\/]+$/, '') + rest
  return fillFolder((DEFAULTS[name] ?? '~') + rest, { home, variable })
}

function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path)
}
