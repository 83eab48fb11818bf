/** Offers the skills of other MCP servers to a `SkillManager`, without copying them to this machine. */

import type { ProvidedListing, ProvidedSkill, SkillProvider } from '../../registry/provider.js'
import { fail } from '../../skill/failure.js'
import { createHttpClient } from '../../system/http/http.js'
import { readNetworkVariables } from '../../system/http/network-variables.js'
import { HostedServer } from './hosted-server.js'
import { keepFields } from './hosted-text.js'
import { SkillConsent } from './skill-consent.js'
import type { HostedSkill, ServerSkillList, SkillsHost, SkillsHostOptions } from './skills-host-types.js'

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
/** These are scopes in qualified names, such as `personal:pdf`. */
const RESERVED: readonly string[] = ['project', 'personal', 'admin', 'bundled']

/**
 * Connects to MCP servers that serve skills (SEP-2640), on first use. Every file is verified against the server's list
 * and scanned before it is returned.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { createSkillsHost } from 'metier/mcp'
 *
 * const host = createSkillsHost({ servers: { acme: { url: 'https://mcp.example.com/mcp' } } })
 * const skills = await SkillManager.open({ providers: host.providers })
 * const skill = await skills.loadSkill('acme:refunds')
 */
export function createSkillsHost({ servers, approve }: SkillsHostOptions): SkillsHost {
  const http = createHttpClient({ proxies: readNetworkVariables().proxies })
  const hosted = Object.entries(servers).map(([label, address]) => {
    if (!LABEL.test(label) || RESERVED.includes(label)) throw new TypeError(`Invalid label of a server: '${label}'`)
    return new HostedServer(label, address, { http, consent: new SkillConsent(approve) })
  })
  return {
    providers: hosted.map(toProvider),
    list: (signal) => Promise.all(hosted.map((server) => server.list(signal))),
    readFile: async (name, path, signal) => {
      const server = hosted.find(({ label }) => name.startsWith(`${label}:`))
      return server?.readFile(name, path, signal) ?? fail('skill_not_found', `Skill '${name}' not found`)
    },
    close: async () => {
      await Promise.all(hosted.map((server) => server.close()))
    },
  }
}

function toProvider(server: HostedServer): SkillProvider {
  return {
    id: `mcp://${server.label}`,
    // The weakest scope.
    scope: 'bundled',
    list: async (signal) => toListing(await server.list(signal)),
    read: async (path, signal) => {
      const text = await server.readMainFile(path, signal)
      if (!text.ok) throw new Error(text.failure.message)
      return text.value
    },
    listFiles: async (path) => server.listFiles(path),
    readFile: async (path, file, signal) => {
      const read = await server.readFile(path, file, signal)
      // A model reads the suggestions too, and details in them may quote the server.
      return read.ok ? read : fail(read.failure.code, read.failure.message)
    },
  }
}

function toListing(listed: ServerSkillList): ProvidedListing {
  switch (listed.state) {
    case 'unavailable':
      return { skills: listed.known.map(toProvided), refused: [], problem: listed.failure.message }
    case 'unsupported': {
      const message = `MCP server '${listed.server}' does not serve skills: it lacks the skills extension`
      return { skills: [], refused: [{ path: `mcp://${listed.server}`, message }] }
    }
    case 'empty':
      return { skills: [], refused: [] }
    case 'listed': {
      const { server, skills, refused, refusedCount } = listed
      const shown = refused.map(({ uri, detail }) => {
        return { path: uri, message: `MCP server '${server}': refused ${uri}: ${detail}` }
      })
      const more = refusedCount - refused.length
      const rest = { path: `mcp://${server}`, message: `MCP server '${server}': refused ${more} more skills` }
      return {
        skills: skills.map(toProvided),
        refused: more > 0 ? [...shown, rest] : shown,
      }
    }
  }
}

function toProvided({ name, description, frontmatter }: HostedSkill): ProvidedSkill {
  return { name, description, path: name, frontmatter: keepFields(frontmatter) }
}
