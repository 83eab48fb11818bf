/** Files and keys whose content starts by itself. */

export type StartKind =
  /** At login, at boot or on a schedule. */
  | 'system'
  /** With every shell; also the place for paths and aliases. */
  | 'shell'
  /** With every commit. */
  | 'hook'
  /** Lets its owner in. */
  | 'access'

const PLACES: readonly (readonly [StartKind, RegExp])[] = [
  ['access', /\.ssh\/(?:authorized_keys|rc\b)/],
  [
    'system',
    /LaunchAgents\b|LaunchDaemons\b|\/etc\/cron|\/var\/spool\/cron|systemd\/(?:user|system)\b|\.config\/autostart\b|\/etc\/(?:init\.d|rc\.local|profile\.d|ld\.so\.preload)|CurrentVersion[\\/]{1,4}Run(?:Once)?\b|Start Menu[\\/]{1,4}Programs[\\/]{1,4}Startup|(?:site-packages|dist-packages)\/[^\s]{0,60}\.pth\b|(?:site|user)customize\.py\b/i,
  ],
  [
    'shell',
    /(?<![\w)\]])\.(?:bashrc|zshrc|profile|bash_profile|bash_login|bash_logout|bash_aliases|zprofile|zlogin|zshenv|kshrc|cshrc|tcshrc|xprofile|xinitrc|xsessionrc)\b|\.config\/fish\/(?:config\.fish|conf\.d)|PowerShell_profile\.ps1|PowerShell\/profile\.ps1/,
  ],
  ['hook', /\.git\/hooks\b|\.githooks\/|git\/(?:templates?\/)?hooks\//],
]

export function startPlaceIn(
  path: string,
): { readonly kind: StartKind; readonly name: string; readonly index: number } | undefined {
  for (const [kind, pattern] of PLACES) {
    const match = pattern.exec(path)
    if (match !== null) return { kind, name: match[0], index: match.index }
  }
  return undefined
}
