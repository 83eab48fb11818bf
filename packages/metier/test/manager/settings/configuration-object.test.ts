import { describe, expect, test } from 'vitest'
import { type Configuration, SkillManager } from '../../../src/index.js'
import { temporaryFolder } from '../../support/temporary.js'

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}\n---\nDo it.\n`

/** Opens a manager with a configuration that a program without types may pass. */
async function open(config: unknown) {
  const home = temporaryFolder()
  const path = temporaryFolder({ 'pdf/SKILL.md': skill('pdf'), 'mail/SKILL.md': skill('mail') })
  const skills = await SkillManager.open({ home, index: false, roots: [{ path }], config: config as Configuration })
  const mistakes = skills.registry.diagnostics.filter(({ code }) => code.startsWith('config_'))
  return {
    names: skills.getAvailableSkills().map(({ name }) => name),
    mistakes: mistakes.map(({ code, file, message }) => [code, file, message]),
    policy: skills.configured().policy,
  }
}

const OPTION = "the option 'config'"

describe('a configuration that is passed as an object is checked like a file', () => {
  test.each([
    ['a misspelled key', { skills: { disbled: ['pdf'] } }, 'config_unknown_key', "'skills.disbled' is not a setting"],
    ['a text', { skills: { disabled: 'pdf' } }, 'config_invalid', "'skills.disabled' must be a list of strings"],
    [
      'a word for a switch',
      { skills: { entries: { pdf: { enabled: 'false' } } } },
      'config_invalid',
      "'skills.entries.pdf.enabled' must be true or false",
    ],
  ])('%s does not enable what it disables', async (_, config, code, message) => {
    expect(await open(config)).toMatchObject({ names: ['mail'], mistakes: [[code, OPTION, message]] })
  })

  test('a root that is not in a list is one root', async () => {
    const { names, mistakes } = await open({ skills: { roots: '/does/not/exist' } })
    expect([names, mistakes.length]).toEqual([['mail', 'pdf'], 1])
  })

  test('an invalid rule asks about every call', async () => {
    const { policy, mistakes } = await open({ policy: { allow: ['*', { tol: 'x' }] } })
    expect([policy, mistakes.length]).toEqual([{ allow: ['*'], ask: ['*'] }, 1])
  })

  test('undefined counts as left out', async () => {
    const config = { skills: { disabled: undefined, roots: undefined }, policy: undefined, sets: undefined }
    expect(await open(config)).toMatchObject({ names: ['mail', 'pdf'], mistakes: [] })
  })
})
