/** Which paths are the dashboard's. Apart from the rest, because the server asks before it loads any of it. */

const PAGES = /^\/(?:skills(?:\/[^/]+)?|routing|tools|install|activity|favicon\.svg)?$/

/** Whether a path is a page, one of its files or part of the API. Others, such as those that MCP clients probe, are not. */
export function isDashboardPath(path: string): boolean {
  return PAGES.test(path) || path.startsWith('/api/') || path.startsWith('/assets/')
}
