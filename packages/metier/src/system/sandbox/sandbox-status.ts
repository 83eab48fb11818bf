/** Whether programs can be put in a sandbox on this machine, and the exact reason if not. */

export type SandboxStatus =
  | { readonly isUsable: true; readonly program: string }
  | { readonly isUsable: false; readonly obstacle: SandboxObstacle }

export type SandboxObstacle =
  /** There is no sandbox for this operating system. */
  | { readonly kind: 'unsupported'; readonly system: string }
  /** The program is not on PATH. */
  | { readonly kind: 'absent'; readonly program: string }
  /** The program does not know an option that is needed. */
  | { readonly kind: 'outdated'; readonly program: string; readonly option: string }
  /** A setting of the kernel keeps users from creating namespaces. */
  | { readonly kind: 'forbidden'; readonly setting: KernelSetting; readonly value: number }
  /** The container that this process is in does not let it create namespaces or mounts. */
  | { readonly kind: 'contained'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

export type KernelSetting =
  | 'kernel.unprivileged_userns_clone'
  | 'user.max_user_namespaces'
  | 'kernel.apparmor_restrict_unprivileged_userns'
