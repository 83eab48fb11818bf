import { spawn } from 'node:child_process'

/** The program that opens an address in the user's browser, without a shell. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens a web address in the user's browser, if there is one. The caller shows the address too. */
export function openBrowser(url: URL): void {
  if (!/^https?:$/.test(url.protocol)) return
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...words, url.href], { stdio: 'ignore', detached: true, windowsHide: true })
  // Without a browser, the address is still on the screen.
  child.on('error', () => undefined)
  child.unref()
}
