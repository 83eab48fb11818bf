// MCP frames over stdio and over HTTP.
import { PERSONAL, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { callTool, greet } from '../mcp-frames.mjs'
import { httpSession } from '../mcp-http.mjs'
import { stdioSession } from '../mcp-stdio.mjs'
import { metier, scenario } from '../steps.mjs'

const MACHINE = { project: { ...WORKSHOP, ...TOOLED }, home: PERSONAL }
const APPROVE = [metier('approve', 'word-count', '--yes'), metier('approve', 'shelf-keeper', '--yes')]
const LIST = { method: 'tools/list' }
const CHANGED = { until: 'notifications/tools/list_changed' }
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const PING = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
const KEYED = { 'metier-session': 'a-key-that-the-scenario-chose' }

/** One request without a session. */
function post(frame, headers = {}) {
  return {
    http: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...frame }),
  }
}

const STORY = [
  callTool('activate_skill', { name: 'word-count' }),
  CHANGED,
  LIST,
  callTool('count_words', { text: 'one two' }),
  callTool('call_skill_tool', { tool: 'count_words', arguments: { text: 'one' } }),
  callTool('count_words', { text: 1 }),
  callTool('deactivate_skill', { name: 'word-count' }),
  callTool('count_words', { text: 'x' }),
]
const RESOURCES = [
  { method: 'resources/list' },
  { method: 'resources/templates/list' },
  { method: 'resources/read', params: { uri: 'skill://meeting-notes/SKILL.md' } },
  { method: 'resources/read', params: { uri: 'skill://meeting-notes/references/layout.md' } },
  { method: 'resources/read', params: { uri: 'skill://none/SKILL.md' } },
  { method: 'resources/directory/read', params: { uri: 'skill://meeting-notes/' } },
]
const EXTENSION = [
  { method: 'skills/list' },
  { method: 'skills/get', params: { name: 'meeting-notes' } },
  { method: 'skills/get', params: { name: 'none' } },
]
const PROMPTS = [
  { method: 'prompts/list' },
  { method: 'prompts/get', params: { name: 'meeting-notes', arguments: { arguments: 'of Monday' } } },
  { method: 'prompts/get', params: { name: 'none' } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/resource', uri: 'skill://{+path}' }, argument: { name: 'path', value: 'me' } },
  },
]
const ERRORS = [
  { method: 'nothing/here' },
  callTool('none'),
  callTool('skills', { action: 'foo' }),
  callTool('activate_skill', { name: 'video-clips' }),
  callTool('activate_skill', { name: 'bad-tools' }),
  callTool('read_skill_file', { name: 'keigo', path: '../x' }),
  { method: 'tools/call', params: {} },
]

const STDIO = [
  scenario('mcp/stdio-tools', MACHINE, stdioSession([], [...greet(), LIST, { method: 'ping' }])),
  ...['wave', 'neovate', 'get_skill', 'all'].map((profile) =>
    scenario(`mcp/stdio-profile-${profile}`, MACHINE, stdioSession(['--profile', profile], [...greet(), LIST])),
  ),
  scenario(
    'mcp/stdio-calls',
    MACHINE,
    stdioSession(
      ['--profile', 'all'],
      [
        ...greet(),
        callTool('skills', { action: 'list' }),
        callTool('Skill', { skill_name: 'keigo' }),
        callTool('skill', { skill: 'none' }),
        callTool('get_skill', { skill_name: 'keigo' }),
        callTool('read_skill_file', { name: 'meeting-notes' }),
      ],
    ),
  ),
  scenario('mcp/stdio-activation', MACHINE, ...APPROVE, stdioSession([], [...greet(), ...STORY])),
  scenario(
    'mcp/stdio-static',
    MACHINE,
    ...APPROVE,
    stdioSession(['--delivery', 'static'], [...greet(), LIST, callTool('count_words', { text: 'x' })]),
  ),
  scenario(
    'mcp/stdio-dispatch',
    MACHINE,
    ...APPROVE,
    stdioSession(['--delivery', 'dispatch'], [...greet(), LIST, ...STORY.filter(({ until }) => until === undefined)]),
  ),
  scenario('mcp/stdio-resources', MACHINE, stdioSession([], [...greet(), ...RESOURCES])),
  scenario('mcp/stdio-extension', MACHINE, stdioSession([], [...greet(), ...EXTENSION])),
  scenario('mcp/stdio-prompts', MACHINE, stdioSession([], [...greet(), ...PROMPTS])),
  scenario('mcp/stdio-errors', MACHINE, ...APPROVE, stdioSession([], [...greet(), ...ERRORS])),
  scenario(
    'mcp/stdio-unapproved',
    MACHINE,
    stdioSession(
      [],
      [
        ...greet(),
        callTool('activate_skill', { name: 'word-count' }),
        callTool('skills', { action: 'trust', source: 'a.example.com' }),
      ],
    ),
  ),
  scenario(
    'mcp/stdio-consent',
    MACHINE,
    ...APPROVE,
    stdioSession(
      [],
      [
        ...greet({ elicitation: {} }),
        callTool('activate_skill', { name: 'shelf-keeper' }),
        callTool('sort_shelf', { order: 'up' }),
      ],
    ),
  ),
  scenario(
    'mcp/stdio-versions',
    MACHINE,
    stdioSession([], greet({}, '2024-11-05')),
    stdioSession([], greet({}, '1999-01-01')),
  ),
  scenario('mcp/stdio-nonsense', MACHINE, stdioSession([], [{ raw: 'not json' }, ...greet(), LIST]), metier('mcp')),
  scenario(
    'mcp/stdio-no-skills',
    {},
    stdioSession([], [...greet(), LIST, { method: 'resources/list' }, { method: 'prompts/list' }]),
  ),
  scenario(
    'mcp/stdio-metrics',
    MACHINE,
    ...APPROVE,
    stdioSession([], [...greet(), ...STORY]),
    metier('stats', '--json'),
  ),
]

const HTTP = [
  scenario('mcp/http-tools', MACHINE, httpSession([], [...greet(), LIST])),
  scenario(
    'mcp/http-profile',
    MACHINE,
    httpSession(
      ['--profile', 'all', '--delivery', 'dispatch'],
      [...greet(), LIST, callTool('Skill', { skill_name: 'keigo' })],
    ),
  ),
  scenario('mcp/http-activation', MACHINE, ...APPROVE, httpSession([], [...greet(), { listen: true }, ...STORY])),
  scenario('mcp/http-resources', MACHINE, httpSession([], [...greet(), ...RESOURCES, ...PROMPTS])),
  scenario('mcp/http-errors', MACHINE, httpSession([], [...greet(), ...ERRORS])),
  scenario(
    'mcp/http-requests',
    MACHINE,
    httpSession(
      [],
      [
        { http: 'GET', path: '/' },
        { http: 'GET', path: '/none' },
        { http: 'PUT', headers: JSON_HEADERS, body: PING },
        { http: 'POST', headers: JSON_HEADERS, body: '{"jsonrpc":' },
        { http: 'POST', headers: JSON_HEADERS, body: '' },
        { http: 'POST', headers: { ...JSON_HEADERS, 'content-type': 'text/plain' }, body: PING },
        { http: 'POST', headers: { ...JSON_HEADERS, 'mcp-session-id': 'nobody' }, body: PING },
        { http: 'POST', headers: { ...JSON_HEADERS, host: 'evil.example.com' }, body: PING },
        { http: 'POST', headers: { ...JSON_HEADERS, origin: 'https://evil.example.com' }, body: PING },
        { http: 'POST', headers: JSON_HEADERS, body: PING },
      ],
    ),
  ),
  scenario(
    'mcp/http-stateless',
    MACHINE,
    ...APPROVE,
    httpSession(
      [],
      [
        post(callTool('activate_skill', { name: 'word-count' })),
        post(
          callTool('call_skill_tool', {
            tool: 'count_words',
            arguments: { text: 'a' },
            activation: 'nobody-has-this-handle',
          }),
        ),
        post(callTool('activate_skill', { name: 'word-count' }), KEYED),
        post(callTool('count_words', { text: 'one two' }), KEYED),
        post(callTool('count_words', { text: 'one two' })),
        post(callTool('deactivate_skill', {}), KEYED),
      ],
    ),
  ),
  scenario(
    'mcp/http-token',
    { ...MACHINE, project: { ...MACHINE.project, token: 'a-token-of-the-scenario-1234567890\n' } },
    httpSession(
      ['--token-file', 'token'],
      [
        { http: 'POST', headers: JSON_HEADERS, body: PING },
        { http: 'POST', headers: { ...JSON_HEADERS, authorization: 'Bearer wrong' }, body: PING },
        {
          http: 'POST',
          headers: { ...JSON_HEADERS, authorization: 'Bearer a-token-of-the-scenario-1234567890' },
          body: PING,
        },
      ],
    ),
  ),
  scenario(
    'mcp/http-misuse',
    {},
    metier('serve', '--port', '0'),
    metier('serve', '--port', 'x', '--json'),
    metier('serve', '--profile', 'odd'),
    metier('serve', '--token-file', 'none'),
  ),
]

export const MCP = [...STDIO, ...HTTP]
