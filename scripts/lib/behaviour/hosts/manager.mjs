// The skill manager as a host holds it.

async function open({ load }, options = {}) {
  const { SkillManager } = await load('.')
  const manager = new SkillManager({ environment: { os: 'linux', arch: 'x64', binaries: ['git'] }, ...options })
  await manager.initialize()
  return manager
}

export const MANAGER_STORIES = {
  async answers(stage) {
    const manager = await open(stage)
    stage.say('available', manager.getAvailableSkills())
    stage.say('skills', manager.getSkills())
    stage.say('discovery', manager.discovery)
    stage.say('list', manager.list({ filter: 'ineligible', verbose: true }))
    stage.say('info', manager.info('video-clips'))
    stage.say('info of none', manager.info('no-such'))
    stage.say('check', manager.check('video-clips'))
    stage.say('search', manager.search('notes of a meeting', { limit: 2 }))
    manager.close()
  },

  async contents(stage) {
    const manager = await open(stage)
    stage.say('load', await manager.loadSkill('meeting-notes'))
    stage.say('load none', await manager.loadSkill('no-such'))
    const found = manager.getSkills().find(({ name }) => name === 'meeting-notes')
    stage.say('body', await manager.readSkillBody(found))
    await stage.attempt('body of none', () => manager.readSkillBody({ ...found, name: 'no-such' }))
    manager.close()
  },

  async registry(stage) {
    const manager = await open(stage, { strict: true })
    const { all, eligible, ineligible, diagnostics } = manager.registry
    stage.say('all', [...all.keys()])
    stage.say('eligible', [...eligible.keys()])
    stage.say('ineligible', [...ineligible.keys()])
    stage.say('one', all.get('video-clips'))
    stage.say('diagnostics', diagnostics)
    manager.close()
  },

  async changes(stage) {
    const manager = await open(stage)
    await stage.attempt('disable', () => manager.disable('wish-sorter'))
    stage.say(
      'available',
      manager.getAvailableSkills().map(({ name }) => name),
    )
    await stage.attempt('enable', () => manager.enable('wish-sorter'))
    await stage.attempt('enable none', () => manager.enable('no-such'))
    await stage.attempt('reload', () => manager.reload())
    await stage.attempt('trust', () => manager.trust('github.com/example/*'))
    await stage.attempt('untrust', () => manager.untrust('github.com/example/*'))
    await stage.attempt('audit', () => manager.audit('meeting-notes'))
    manager.close()
  },

  async store(stage) {
    const manager = await open(stage)
    await stage.attempt('install', () => manager.install({ skill: 'letter', from: 'local:offered' }))
    await stage.attempt('install again', () => manager.install({ skill: 'letter', from: 'local:offered' }))
    await stage.attempt('force', () => manager.install({ skill: 'letter', from: 'local:offered', force: true }))
    await stage.attempt('dangerous', () => manager.install({ skill: 'leaky', from: 'local:offered' }))
    await stage.attempt('untrusted', () => manager.install({ skill: 'atlas', from: 'github.com/example/skills' }))
    await stage.attempt('verify', () => manager.verify())
    await stage.attempt('update', () => manager.update('letter'))
    await stage.attempt('remove', () => manager.remove('letter'))
    await stage.attempt('remove again', () => manager.remove('letter'))
    await stage.attempt('rollback', () => manager.rollback('letter'))
    await stage.attempt('locked', () => manager.locked())
    manager.close()
  },

  async approvals(stage) {
    const manager = await open(stage)
    await stage.attempt('before', () => manager.approval('word-count'))
    await stage.attempt('approve', () => manager.approve('word-count'))
    await stage.attempt('after', () => manager.approval('word-count'))
    await stage.attempt('revoke', () => manager.revoke('word-count'))
    await stage.attempt('approve none', () => manager.approve('no-such'))
    manager.close()
  },

  async parsing(stage) {
    const { parseSkillFile, parseSkill } = await stage.load('.')
    for (const name of ['fine', 'open-quote', 'bare-colon', 'no-frontmatter', 'Wrong_Name', 'no-description']) {
      await stage.attempt(name, () => parseSkillFile(`skills/${name}/SKILL.md`))
    }
    await stage.attempt('no file', () => parseSkillFile('skills/none/SKILL.md'))
    await stage.attempt('text', () => parseSkill('---\nname: a\ndescription: b: c\n---\nBody.\n'))
  },
}
