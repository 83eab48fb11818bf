/** Schemas of real libraries as `paramsSchema`: a model sees every parameter, or the tool is refused where it is defined. */

import { toStandardJsonSchema, toJsonSchema as valibotToJson } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { type as type21 } from 'arktype-2-1'
import { createWorkspaceTools, defineSkill, defineTool, ToolComponent, VirtualWorkspace } from 'metier/workspace'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z as z3 } from 'zod-3-25'
import { CLOSED, CONVERTING, load, toTool, type Zod } from './support.js'

const FILE = {
  type: 'object',
  properties: { file: { type: 'string' }, page: { type: 'string' } },
  required: ['file'],
}

/** What a model gets to see of the tool. */
function describeToModel(paramsSchema: unknown) {
  const workspace = new VirtualWorkspace()
  workspace.addGlobalTool(defineTool(toTool(paramsSchema)))
  const offered = createWorkspaceTools(workspace)().find(({ name }) => name === 'echo')
  return offered?.definition?.inputSchema
}

async function callWith(paramsSchema: unknown, params: unknown) {
  const workspace = new VirtualWorkspace()
  workspace.addGlobalTool(toTool(paramsSchema))
  return workspace.callTool('echo', params)
}

function makeFile(z: Zod) {
  return z.object({ file: z.string(), page: z.string().optional() })
}

describe('schemas that give their JSON Schema', () => {
  const schemas: readonly (readonly [string, () => unknown])[] = [
    ...CONVERTING.map((name) => [name, async () => makeFile(await load(name))] as const),
    ['arktype', () => type({ file: 'string', 'page?': 'string' })],
    ['arktype before Standard JSON Schema', () => type21({ file: 'string', 'page?': 'string' })],
    ['valibot, through toStandardJsonSchema', () => toStandardJsonSchema(makeValibot())],
    ['valibot, through toJsonSchema', () => valibotToJson(makeValibot())],
  ]

  test.each(schemas)('%s: a model sees the parameters', async (_, make) => {
    expect(describeToModel(await make())).toMatchObject(FILE)
  })

  test.each(schemas)('%s: a call is checked', async (_, make) => {
    expect(await callWith(await make(), { file: 'a.pdf' })).toEqual({ success: true, result: { file: 'a.pdf' } })
    expect(await callWith(await make(), { file: 5 })).toMatchObject({ failure: { code: 'input_invalid' } })
  })
})

function makeValibot() {
  return v.object({ file: v.string(), page: v.optional(v.string()) })
}

describe.each(CLOSED)('%s, whose schemas do not give their JSON Schema', (name) => {
  const refusal = /'echo' has a paramsSchema that cannot be shown to a model.*z\.toJSONSchema\(schema\).*zod 4\.2/

  test('a tool is refused wherever it is defined, with the next step', async () => {
    const z = await load(name)
    const tool = toTool(z.object({ file: z.string() }))
    const component = new ToolComponent()
    component.toolSet.set('echo', tool)
    expect(() => defineTool(tool)).toThrow(refusal)
    expect(() => defineSkill({ name: 'one', description: 'One', tools: [tool] })).toThrow(refusal)
    expect(() => new VirtualWorkspace().addGlobalTool(tool)).toThrow(refusal)
    expect(() => new VirtualWorkspace().registerComponent('parts', component)).toThrow(refusal)
  })

  test('the next step works', async () => {
    const z = await load(name)
    const schema = z.object({ file: z.string() })
    const expected = { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] }
    expect(describeToModel(z.toJSONSchema(schema))).toMatchObject(expected)
    const json = z.toJSONSchema(schema)
    expect(await callWith(json, { file: 'a' })).toEqual({ success: true, result: { file: 'a' } })
    expect(await callWith(json, { file: 5 })).toMatchObject({ failure: { code: 'input_invalid' } })
  })
})

test('zod 3 is refused with its own next step', () => {
  const tool = toTool(z3.object({ file: z3.string() }))
  expect(() => defineTool(tool)).toThrow(/zodToJsonSchema\(schema\) of 'zod-to-json-schema', or use zod 4\.2 or newer/)
})

test('valibot is refused with its own next step', () => {
  expect(() => defineTool(toTool(makeValibot()))).toThrow(
    /toStandardJsonSchema\(schema\) of '@valibot\/to-json-schema'/,
  )
})

test.each(CONVERTING)('%s: a type that JSON does not have is refused with what zod says about it', async (name) => {
  const z = await load(name)
  expect(() => defineTool(toTool(z.object({ when: z.date() })))).toThrow(/Date cannot be represented in JSON Schema/)
})

test('arktype: a type that JSON does not have is refused, or shown with whatever arktype says about it', () => {
  const refusal = /has a paramsSchema without a JSON Schema: .*date/
  expect(() => defineTool(toTool(type21({ when: 'Date' })))).toThrow(refusal)
  expect(describeToModel(type({ when: 'Date' }))).toMatchObject({ properties: { when: {} }, required: ['when'] })
})

test.each(CONVERTING)('%s: parameters that are no object are refused', async (name) => {
  const z = await load(name)
  expect(() => defineTool(toTool(z.string()))).toThrow(/'echo' has a paramsSchema of type "string"/)
})
