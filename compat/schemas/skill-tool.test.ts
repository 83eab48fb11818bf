/** N-3: the parameters of the neovate tool, in the hands of zod itself. */

import { createSkillTool } from 'metier/tools'
import { describe, expect, test } from 'vitest'
import { z as z3 } from 'zod-3-25'
import { load, ZODS } from './support.js'

const { parameters } = createSkillTool({ skillManager: { getSkills: () => [], readSkillBody: async () => '' } })

describe.each([...ZODS, 'zod/mini'])('%s', (name) => {
  test('toJSONSchema gives what it gives for the schema of the document', async () => {
    const z = await load(name)
    const described = z.toJSONSchema(parameters)
    expect(described).toMatchObject({ properties: { skill: { description: 'The skill name to execute' } } })
    if (name === 'zod/mini') return
    const real = z.object({ skill: z.string().describe('The skill name to execute') })
    for (const options of [{}, { target: 'draft-7' }, { reused: 'ref', cycles: 'throw' }]) {
      expect(z.toJSONSchema(parameters, options)).toEqual(z.toJSONSchema(real, options))
    }
  })

  test('toJSONSchema of what the schema takes', async () => {
    const z = await load(name)
    expect(z.toJSONSchema(parameters, { io: 'input' })).toMatchObject({ type: 'object', required: ['skill'] })
  })

  test('a host may change the JSON Schema it got', async () => {
    const z = await load(name)
    const once = z.toJSONSchema(parameters)
    Object.assign(once.properties as object, { more: {} })
    expect(z.toJSONSchema(parameters)).not.toEqual(once)
  })

  test('safeParse reads a value, and says what is wrong with one', async () => {
    const z = await load(name)
    expect(z.safeParse(parameters, { skill: 'pdf', more: 1 })).toEqual({ success: true, data: { skill: 'pdf' } })
    const { error } = z.safeParse(parameters, { skill: 5 })
    expect(error?.issues).toEqual([{ code: 'custom', message: 'skill must be text', path: ['skill'] }])
  })

  test('it may be a part of a schema of the host', async () => {
    const z = await load(name)
    const whole = z.object({ first: parameters, others: z.array(parameters) })
    const value = { first: { skill: 'pdf' }, others: [{ skill: 'web' }] }
    expect(z.safeParse(whole, value)).toEqual({ success: true, data: value })
    expect(z.safeParse(whole, { ...value, others: [{}] }).error?.issues).toMatchObject([
      { path: ['others', 0, 'skill'] },
    ])
    expect(z.toJSONSchema(whole)).toMatchObject({ properties: { first: { required: ['skill'] } } })
  })
})

test('a host with zod 3 parses with the methods of the schema, as with those of zod', () => {
  const real = z3.object({ skill: z3.string() })
  for (const schema of [real, parameters]) {
    expect(schema.parse({ skill: 'pdf', more: 1 })).toEqual({ skill: 'pdf' })
    expect(schema.safeParse({ skill: 'pdf' })).toEqual({ success: true, data: { skill: 'pdf' } })
    expect(schema.safeParse({ skill: 5 })).toMatchObject({ success: false, error: { issues: [{ path: ['skill'] }] } })
    expect(() => schema.parse({})).toThrow()
  }
})
