import type { DashboardContext } from '../dashboard-context.js'

/** What installs work with. */
export type InstallContext = Omit<DashboardContext, 'installs'>
