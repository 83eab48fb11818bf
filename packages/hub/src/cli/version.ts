/** The version of the package, filled in by the build. */

declare const HUB_VERSION: string | undefined

export const VERSION: string = typeof HUB_VERSION === 'string' ? HUB_VERSION : '0.0.0'
