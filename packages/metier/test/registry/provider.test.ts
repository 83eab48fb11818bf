import { describe, expect, test } from 'vitest'
import { type ProvidedSkill, type SkillProvider, scanProvider } from '../../src/registry/provider.js'
import { hasTrait } from '../../src/registry/record/skill-record.js'
import { codesIn } from '../support/scanning.js'

function providerOf(skills: readonly Partial<ProvidedSkill>[] | Error): SkillProvider {
  return {
    id: 'mcp://server',
    scope: 'personal',
    list: () =>
      skills instanceof Error ? Promise.reject(skills) : Promise.resolve(skills as readonly ProvidedSkill[]),
    read: (path) => Promise.resolve(`text of ${path}`),
  }
}

const PDF = { name: 'pdf', description: 'Reads PDF files', path: 'pdf' }

describe('a provider of skills', () => {
  test('offers them as if they lay in a root', async () => {
    const { records } = await scanProvider(providerOf([PDF]), 0)
    expect(records).toMatchObject([
      {
        name: 'pdf',
        description: 'Reads PDF files',
        directory: 'pdf',
        root: { path: 'mcp://server', scope: 'personal' },
      },
    ])
  })

  test('may say what they require', async () => {
    const frontmatter = { metadata: { openclaw: { requires: { bins: ['git'] } } }, 'disable-model-invocation': true }
    const { records } = await scanProvider(providerOf([{ ...PDF, frontmatter }]), 0)
    expect(records[0]?.requirements.bins).toEqual(['git'])
    expect(records.map((record) => hasTrait(record, 'modelInvocable'))).toEqual([false])
  })

  test('that fails is a diagnostic, not a failure', async () => {
    const scan = await scanProvider(providerOf(new Error('no route')), 0)
    expect(scan.records).toEqual([])
    expect(scan.diagnostics).toMatchObject([{ code: 'provider_failed', message: expect.stringContaining('no route') }])
  })

  test.each(['../x', 'a/b', '', '..', 'a\nb', 'a\0b', 'x'.repeat(300)])(
    'cannot offer a skill called %j',
    async (name) => {
      const scan = await scanProvider(providerOf([{ ...PDF, name }, PDF]), 0)
      expect(scan.records.map((record) => record.name)).toEqual(['pdf'])
      expect(codesIn(scan)).toEqual(['name_unsafe'])
    },
  )

  test.each(['', '   ', undefined, 7])('cannot offer a skill whose description is %j', async (description) => {
    const scan = await scanProvider(providerOf([{ ...PDF, name: 'odd', description: description as string }, PDF]), 0)
    const usable = scan.records.filter((record) => hasTrait(record, 'loadable'))
    expect(usable.map((record) => record.name)).toEqual(['pdf'])
    expect(scan.diagnostics).toHaveLength(1)
  })

  test.each([undefined, null, 7])('that offers a skill called %j loses that one and no other', async (name) => {
    const scan = await scanProvider(providerOf([{ ...PDF, name: name as never }, PDF]), 0)
    expect(scan.records.map((record) => record.name)).toEqual(['pdf'])
    expect(codesIn(scan)).toEqual(['name_unsafe'])
  })

  test('that never answers can be given up', async () => {
    const provider = { ...providerOf([]), list: () => new Promise<never>(() => undefined) }
    const controller = new AbortController()
    const scan = scanProvider(provider, 0, controller.signal)
    controller.abort()
    await expect(scan).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('W-23…W-25 hold for what it offers', async () => {
    const { records } = await scanProvider(providerOf([{ ...PDF, name: 'PDF Tools' }, PDF]), 0)
    expect(records.map((record) => hasTrait(record, 'conformant'))).toEqual([false, true])
  })
})
