/** The MCP SDK. It is loaded when a server is created, not when `metier/mcp` is imported. */

/** The parts of the SDK that a server uses. */
export type Sdk = typeof import('@modelcontextprotocol/server') &
  Pick<
    typeof import('@modelcontextprotocol/server/ext/skills'),
    'SkillsExtension' | 'DIRECTORY_MIME_TYPE' | 'skillEntry'
  >

let loading: Promise<Sdk> | undefined

/** Loads both parts of the SDK that every server needs. */
export function loadSdk(): Promise<Sdk> {
  loading ??= Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/ext/skills'),
  ]).then(([server, { SkillsExtension, DIRECTORY_MIME_TYPE, skillEntry }]) => ({
    ...server,
    SkillsExtension,
    DIRECTORY_MIME_TYPE,
    skillEntry,
  }))
  return loading
}
