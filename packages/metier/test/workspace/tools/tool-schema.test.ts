/** Which schemas a tool may have. compat/schemas does the same with real libraries. */

import { expect, test } from 'vitest'
import { jsonSchemaOf } from '../../../src/workspace/tools/tool-schema.js'
import { defineSkill, defineTool, type Tool, VirtualWorkspace } from '../../../src/workspace.js'
import { makeComponent } from '../small-skills.js'

const JSON_SCHEMA = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] }
const validate = (value: unknown) => ({ value })

/** A host may pass anything, whatever the type says. */
function toTool(paramsSchema: unknown): Tool {
  return { toolName: 'read', desc: 'Reads', paramsSchema: paramsSchema as Tool['paramsSchema'], execute: () => 'done' }
}

function standard(vendor: string, further: object = {}) {
  return { '~standard': { version: 1, vendor, validate, ...further } }
}

test.each<[string, unknown]>([
  ['a JSON Schema', JSON_SCHEMA],
  ['a JSON Schema without a prototype', Object.assign(Object.create(null), JSON_SCHEMA)],
  ['a Standard JSON Schema', standard('any', { jsonSchema: { input: () => JSON_SCHEMA } })],
  [
    'a function with a Standard JSON Schema',
    Object.assign(() => true, standard('any', { jsonSchema: { input: () => JSON_SCHEMA } })),
  ],
  ['the method toJSONSchema', { ...standard('zod'), toJSONSchema: () => JSON_SCHEMA }],
  ['the method toJsonSchema', Object.assign(() => true, standard('arktype'), { toJsonSchema: () => JSON_SCHEMA })],
])('a model sees the parameters of %s', (_, schema) => {
  expect(jsonSchemaOf(defineTool(toTool(schema)))).toEqual(JSON_SCHEMA)
})

test('a schema is converted once, for what it takes', () => {
  const asked: unknown[] = []
  const input = (options: unknown) => {
    asked.push(options)
    return JSON_SCHEMA
  }
  const tool = defineTool(toTool(standard('any', { jsonSchema: { input } })))
  expect(jsonSchemaOf(tool)).toBe(jsonSchemaOf(tool))
  expect(asked).toEqual([{ target: 'draft-2020-12' }])
})

const NOT_SHOWN = "Tool 'read' has a paramsSchema that cannot be shown to a model: it does not give its JSON Schema. "

test.each<[string, unknown, string]>([
  [
    'zod 4 without a conversion',
    { ...standard('zod'), _zod: {} },
    'Pass z.toJSONSchema(schema), or use zod 4.2 or newer',
  ],
  ['zod 3', standard('zod'), "Pass zodToJsonSchema(schema) of 'zod-to-json-schema', or use zod 4.2 or newer"],
  ['valibot', standard('valibot'), "Pass toStandardJsonSchema(schema) of '@valibot/to-json-schema'"],
  ['another library', standard('other'), 'Pass a JSON Schema'],
  ['a class', new (class Schema {})(), 'Pass a JSON Schema'],
  ['functions', { validate, jsonSchema: JSON_SCHEMA }, 'Pass a JSON Schema'],
  ['a function', () => JSON_SCHEMA, 'Pass a JSON Schema'],
  ['no object', standard('any', { jsonSchema: { input: () => 'text' } }), 'Pass a JSON Schema'],
])('a schema of %s is refused with the next step', (_, schema, advice) => {
  expect(() => defineTool(toTool(schema))).toThrow(new TypeError(NOT_SHOWN + advice))
})

test('what a conversion throws is the reason, in one line', () => {
  const input = () => {
    throw new Error('Date cannot\n  be represented')
  }
  expect(() => defineTool(toTool(standard('any', { jsonSchema: { input } })))).toThrow(
    "Tool 'read' has a paramsSchema without a JSON Schema: Date cannot be represented. Use types that JSON has, or pass a JSON Schema",
  )
})

test.each([{ type: 'string' }, { type: ['object', 'null'] }])('parameters that are %o are refused', (schema) => {
  expect(() => defineTool(toTool(schema))).toThrow(
    `Tool 'read' has a paramsSchema of type ${JSON.stringify(schema.type)}. Parameters have names: use an object`,
  )
})

const closed = toTool({ ...standard('zod'), _zod: {} })

test.each<[string, () => unknown]>([
  ['defineTool', () => defineTool(closed)],
  ['defineSkill', () => defineSkill({ name: 'one', description: 'One', tools: [closed] })],
  ['registerSkill', () => new VirtualWorkspace().registerSkill({ name: 'one', description: 'One', tools: [closed] })],
  ['addGlobalTool', () => new VirtualWorkspace().addGlobalTool(closed)],
  ['registerComponent', () => new VirtualWorkspace().registerComponent('parts', makeComponent(closed))],
])('%s refuses a tool whose parameters a model would not see', (_, register) => {
  expect(register).toThrow(TypeError)
})

test('such a tool that a component adds later refuses calls with the reason', async () => {
  const workspace = new VirtualWorkspace()
  const component = makeComponent('part')
  workspace.registerComponent('parts', component)
  component.toolSet.set('read', closed)
  expect(await workspace.callTool('read', { file: 'a' })).toMatchObject({
    failure: { code: 'input_invalid', message: expect.stringContaining('Pass z.toJSONSchema(schema)') },
  })
})

test('parameters without "properties" around them are refused, and keywords that hold a schema are not', () => {
  const tool = { toolName: 'add_note', desc: 'Adds a note', execute: () => 'ok' }
  expect(() => defineTool({ ...tool, paramsSchema: { text: { type: 'string' } } })).toThrow(/at the root.*properties/)
  for (const paramsSchema of [{}, { not: { type: 'null' } }, { properties: { type: { type: 'string' } } }]) {
    expect(defineTool({ ...tool, paramsSchema })).toMatchObject({ toolName: 'add_note' })
  }
})
