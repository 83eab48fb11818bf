/** Which of the user's settings a skill gets: a bare name is the user's own skill, and a project cannot take its place. */

import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openManager } from '../support/managing.js'
import { temporaryFolder, writeFiles } from '../support/temporary.js'

const onPosix = describe.skipIf(process.platform === 'win32')
const KEY = 'users-own-key'

/** The skill `weather`, which prints the variable that it chose for the key. */
function weather(variable: string) {
  const metadata = `metadata: { openclaw: { requires: { env: [${variable}] }, primaryEnv: ${variable} } }`
  const run = ['sh', 'show.sh']
  return {
    'SKILL.md': `---\nname: weather\ndescription: Tells the weather\n${metadata}\n---\nText\n`,
    'tools.yaml': JSON.stringify({ tools: [{ name: 'show', description: 'Shows', run }] }),
    'show.sh': `echo "$${variable} $EXTRA"\n`,
  }
}

async function openBoth(entries: Readonly<Record<string, object>>, options: { readonly withPersonal?: boolean } = {}) {
  const [home, project] = [temporaryFolder({}), temporaryFolder({ '.git/HEAD': '' })]
  const put = (folder: string, files: Readonly<Record<string, string>>) =>
    writeFiles(join(folder, '.agents/skills/weather'), files)
  if (options.withPersonal !== false) put(home, weather('WEATHER_KEY'))
  put(project, weather('PROJECT_CHOICE'))
  writeFiles(home, { '.metier/config.json': JSON.stringify({ skills: { entries } }) })
  const skills = await openManager({ home, workdir: project })
  const call = async (name: string) => {
    const workspace = new VirtualWorkspace({ skillManager: skills, workdir: project, approve: () => true })
    onTestFinished(() => workspace.close())
    await skills.approve(name)
    await workspace.activateSkill(name)
    return workspace.callTool('show')
  }
  return { skills, call, home, project }
}

const OWN = { apiKey: KEY, env: { EXTRA: 'extra' } }

onPosix('an entry under a bare name', () => {
  test("is not the project's, which shadows the user's own skill", async () => {
    const { skills, call } = await openBoth({ weather: OWN })
    // Without the key it lacks what it requires; the user's own has it.
    expect(skills.check('weather')).toMatchObject({ eligible: false })
    process.env.PROJECT_CHOICE = 'from the environment'
    onTestFinished(() => {
      delete process.env.PROJECT_CHOICE
    })
    await skills.reload()
    expect(await call('weather')).toMatchObject({ result: 'from the environment \n' })
    expect(await call('personal:weather')).toMatchObject({ result: `${KEY} extra\n` })
  })

  test("is not the project's either if the user has no such skill", async () => {
    const { skills } = await openBoth({ weather: OWN }, { withPersonal: false })
    expect(skills.check('weather')).toMatchObject({ eligible: false })
  })

  test('is named at approval as one that the project does not get, and no value is shown', async () => {
    const { skills } = await openBoth({ weather: OWN })
    const review = await skills.review('weather')
    expect(review).toMatchObject({
      settings: { key: 'project:weather', isGiven: false, env: [], hasApiKey: false, withheld: 'weather' },
    })
    expect(await skills.review('personal:weather')).toMatchObject({
      settings: { key: 'weather', isGiven: true, env: ['EXTRA'], hasApiKey: true },
    })
    expect(JSON.stringify(review)).not.toContain(KEY)
  })

  test('switches off both', async () => {
    const { skills } = await openBoth({ weather: { enabled: false } })
    expect(skills.registry.disabled.has('weather')).toBe(true)
    expect(skills.registry.shadowed).toMatchObject([{ name: 'weather', disabled: true }])
  })
})

onPosix('an entry under project:NAME', () => {
  test("is the project's, and not the user's own", async () => {
    const { call } = await openBoth({ 'project:weather': { apiKey: 'for-the-project', env: { EXTRA: 'more' } } })
    expect(await call('weather')).toMatchObject({ result: 'for-the-project more\n' })
  })

  test("switches off only the project's, until the skill is switched on", async () => {
    const { skills } = await openBoth({ 'project:weather': { enabled: false }, weather: OWN })
    expect(skills.registry.all.get('weather')).toMatchObject({ scope: 'project', disabled: true })
    expect(skills.registry.shadowed).toMatchObject([{ scope: 'personal', disabled: false }])
    expect(skills.getSkills()).toEqual([])
    expect(await skills.enable('weather')).toMatchObject({ enabled: true })
    expect(skills.registry.all.get('weather')).toMatchObject({ disabled: false })
    await skills.reload()
    expect(skills.registry.all.get('weather')).toMatchObject({ disabled: false })
  })
})
