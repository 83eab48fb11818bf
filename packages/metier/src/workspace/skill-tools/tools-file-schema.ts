/** The schema of `tools.yaml`. It is published as `metier/tools.schema.json`, which a test compares with this. */

const NAME = { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,64}$' }
const TEXTS = { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 256 }
const VARIABLES = {
  description: 'Names of the variables that it sees beside PATH, language and temporary folder.',
  type: 'array',
  items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
  maxItems: 64,
}
const SECONDS = { type: 'number', exclusiveMinimum: 0, maximum: 3600 }

const TOOL = {
  type: 'object',
  properties: {
    name: { description: 'What a model calls it by.', ...NAME },
    description: {
      description: 'What a model reads before it calls it.',
      type: 'string',
      minLength: 1,
      maxLength: 4096,
    },
    input: {
      description: 'A JSON Schema of the input, an object.',
      type: 'object',
      properties: { type: { const: 'object' } },
      required: ['type'],
    },
    run: {
      description:
        'Program and arguments, without a shell. The program is a name on PATH or a file in the skill, and paths among the arguments lead to files in the skill. An argument "{field}" stands for that field of the input; "{skill}/…" is a path below the skill. The whole input arrives as JSON on stdin.',
      type: 'array',
      prefixItems: [{ type: 'string', minLength: 1 }],
      items: { type: 'string' },
      minItems: 1,
      maxItems: 256,
    },
    timeout: { description: 'Seconds after which it is ended; 30, if left out.', ...SECONDS },
    category: {
      description: 'What it can do; permission is asked by this. execute, if left out.',
      enum: ['read', 'write', 'execute', 'network'],
    },
    cwd: {
      description: "The folder that it runs in; the skill's own, if left out. Scripts come from the skill in any case.",
      enum: ['skill', 'workdir'],
    },
    env: VARIABLES,
    version: {
      description: 'Of the tool, as semantic versioning has it.',
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
    command: { description: 'The program of an MCP server that speaks over stdio.', type: 'string', minLength: 1 },
    args: { type: 'array', items: { type: 'string' }, maxItems: 256 },
    url: { description: 'The address of an MCP server that speaks over HTTP.', type: 'string', pattern: '^https?://' },
    tools: { description: 'Only these of its tools; all, if left out.', ...TEXTS },
    env: VARIABLES,
    timeout: { description: 'Seconds within which it must come up; 30, if left out.', ...SECONDS },
  },
  oneOf: [{ required: ['command'] }, { required: ['url'] }],
  additionalProperties: false,
}

export const TOOLS_FILE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:metier:tools',
  title: 'Tools of a skill',
  description: 'tools.yaml, or tools.json, beside a SKILL.md: the tools that exist while the skill is active.',
  type: 'object',
  properties: {
    $schema: { description: 'Where this schema is, for editors.', type: 'string' },
    tools: { description: 'Scripts of the skill as tools.', type: 'array', items: TOOL, maxItems: 256 },
    servers: {
      description: 'MCP servers that are started at activation and stopped at deactivation, by name.',
      type: 'object',
      propertyNames: NAME,
      additionalProperties: SERVER,
      maxProperties: 16,
    },
    restrictsTo: {
      description:
        'While the skill is active nothing else may be used, global tools excepted; * stands for any part of a name.',
      ...TEXTS,
    },
    requires: {
      description: 'What must be there before the skill can be activated.',
      type: 'object',
      properties: {
        skills: { description: 'Skills that are activated first.', ...TEXTS },
        tools: { description: 'Tools, with a range of versions where it matters: "extract_text@^1.2".', ...TEXTS },
      },
      additionalProperties: false,
    },
    reuses: {
      description: 'Tools of other skills that this one brings as well: "other-skill", "other-skill/tool@^1.2".',
      ...TEXTS,
    },
  },
  additionalProperties: false,
} as const
