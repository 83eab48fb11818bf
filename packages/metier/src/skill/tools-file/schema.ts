/** The schema of `tools.yaml`. It is published as `metier/tools.schema.json`, which a test compares with this. */

export const NAME = { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$' }
const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 256 }
const VARIABLE = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }
const VARIABLES = {
  description:
    'Names of the environment variables to pass on, in addition to PATH and those for the language and the temporary directory.',
  type: 'array',
  items: VARIABLE,
  maxItems: 64,
}
const SECONDS = { type: 'number', exclusiveMinimum: 0, maximum: 3600 }

const TOOL = {
  type: 'object',
  properties: {
    name: { description: 'The name by which a model calls the tool.', ...NAME },
    description: {
      description: 'What the tool does and when to use it, for the model.',
      type: 'string',
      minLength: 1,
      maxLength: 4096,
    },
    input: {
      description: 'A JSON Schema for the input, which is an object.',
      type: 'object',
      properties: { type: { const: 'object' } },
      required: ['type'],
    },
    run: {
      description:
        'The program and its arguments, run without a shell. The program is a name on PATH or a file in the skill; paths in the arguments must be files in the skill. "{field}" is replaced by that field of the input, "{skill}" by the skill\'s directory. The whole input is passed as JSON on stdin.',
      type: 'array',
      prefixItems: [{ type: 'string', minLength: 1 }],
      items: { type: 'string' },
      minItems: 1,
      maxItems: 256,
    },
    timeout: { description: 'Seconds after which the program is stopped. Default: 30.', ...SECONDS },
    category: {
      description: 'What the tool can do, which decides whether the user is asked. Default: execute.',
      enum: ['read', 'write', 'execute', 'network'],
    },
    cwd: {
      description:
        "The directory in which the program runs. Default: the skill's own. Scripts always come from the skill.",
      enum: ['skill', 'workdir'],
    },
    env: VARIABLES,
    version: {
      description: 'The semantic version of the tool.',
      type: 'string',
      pattern: '^\\d+\\.\\d+\\.\\d+',
    },
  },
  required: ['name', 'description', 'run'],
  additionalProperties: false,
}

const SERVER = {
  type: 'object',
  properties: {
    command: { description: 'The program of an MCP server on stdio.', type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' }, maxItems: 256 },
    url: { description: 'The URL of an MCP server over HTTP.', type: 'string', pattern: '^https?://' },
    headers: {
      description: `HTTP headers for a server with a url. "\${env:NAME}" in a value is replaced by that environment variable, which is how secrets are written.`,
      type: 'object',
      propertyNames: { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" },
      additionalProperties: { type: 'string', maxLength: 4096, pattern: '^[ -~]*$' },
      maxProperties: 32,
    },
    tokenEnv: { description: 'The environment variable with a bearer token for a server with a url.', ...VARIABLE },
    oauth: {
      description:
        'OAuth for a server with a url: client credentials (issuer, clientId, clientSecretEnv), or the user signs in with a browser (signIn).',
      type: 'object',
      properties: {
        signIn: {
          description: 'The user signs in with a browser, once: metier sign-in SKILL SERVER.',
          const: 'browser',
        },
        issuer: {
          description:
            'The authorization server that gets the client secret, and no other. With signIn, the default is the one that the server names.',
          type: 'string',
          pattern: '^https?://',
        },
        clientId: {
          description: 'With signIn, Metier registers itself if this is left out.',
          type: 'string',
          minLength: 1,
          maxLength: 512,
        },
        clientSecretEnv: { description: 'The environment variable with the client secret.', ...VARIABLE },
        scopes: TEXTS,
      },
      additionalProperties: false,
    },
    tools: { description: 'The tools to take from the server. Default: all.', ...TEXTS },
    env: VARIABLES,
    set: {
      description:
        'Environment variables with fixed values, which are no secrets. Variables that decide what runs, such as PATH, are refused.',
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      additionalProperties: { type: 'string', maxLength: 4096 },
      maxProperties: 64,
    },
    timeout: { description: 'Seconds within which the server must start. Default: 30.', ...SECONDS },
  },
  oneOf: [{ required: ['command'] }, { required: ['url'] }],
  additionalProperties: false,
}

export const TOOLS_FILE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:metier:tools',
  title: 'Tools of a skill',
  description: 'tools.yaml or tools.json next to a SKILL.md: the tools that are available while the skill is active.',
  type: 'object',
  properties: {
    $schema: { description: 'The location of this schema, for editors.', type: 'string' },
    tools: {
      description: 'Scripts of the skill that a model can call as tools.',
      type: 'array',
      items: TOOL,
      maxItems: 256,
    },
    servers: {
      description:
        'MCP servers by name. They are started when the skill is activated and stopped when it is deactivated.',
      type: 'object',
      propertyNames: NAME,
      additionalProperties: SERVER,
      maxProperties: 16,
    },
    restrictsTo: {
      description:
        "The only tools that may be used while the skill is active, apart from the skill's own and global ones. * matches any part of a name.",
      ...TEXTS,
    },
    requires: {
      description: 'What must be available before the skill can be activated.',
      type: 'object',
      properties: {
        skills: { description: 'Skills that are activated first.', ...TEXTS },
        tools: { description: 'Tools, with an optional version range: "extract_text@^1.2".', ...TEXTS },
      },
      additionalProperties: false,
    },
    reuses: {
      description: 'Tools of other skills that this skill provides too: "other-skill", "other-skill/tool@^1.2".',
      ...TEXTS,
    },
  },
  additionalProperties: false,
} as const
