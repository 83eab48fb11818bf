// Hosts that import the built package: one scenario for each story.
import { offeredIn } from '../fixtures/offered.mjs'
import { BROKEN, PERSONAL, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { STORIES } from '../host.mjs'
import { host, scenario, tree } from '../steps.mjs'

const MACHINE = { project: { ...WORKSHOP, ...TOOLED, ...BROKEN, ...offeredIn('offered') }, home: PERSONAL }
/** Stories after which files are part of the outcome. */
const WRITING = new Set(['manager/changes', 'manager/store', 'manager/approvals', 'tools/consent'])

export const HOSTS = Object.entries(STORIES).flatMap(([theme, stories]) =>
  Object.keys(stories).map((name) => {
    const story = `${theme}/${name}`
    return scenario(`host-${story}`, MACHINE, host(story), ...(WRITING.has(story) ? [tree('home')] : []))
  }),
)
