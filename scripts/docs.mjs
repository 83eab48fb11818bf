// The documentation as a site: `node scripts/docs.mjs dev` serves it and follows edits, `node scripts/docs.mjs build` writes and checks it.
import { watch } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from './lib/built.mjs'
import { installPackages } from './lib/install.mjs'
import { repository, run, runSteps } from './lib/run.mjs'

const site = join(repository, 'site')
const folder = join(site, 'pages')
const output = join(site, 'dist')
const vitepress = (command) => [process.execPath, join(site, 'node_modules/vitepress/bin/vitepress.js'), command, site]
const prepare = [
  { name: 'docs: packages of the site', run: () => installPackages(site) },
  { name: 'docs: build of the package', run: ensureBuilt },
]
let staged

const [mode = 'build'] = process.argv.slice(2)
if (mode === 'dev') await serve()
else await build()

async function build() {
  const steps = [
    ...prepare,
    { name: 'docs: pages', run: stage },
    { name: 'docs: site', run: () => rm(output, { recursive: true, force: true }).then(() => run(vitepress('build'))) },
    { name: 'docs: links and anchors', run: check },
  ]
  if (!(await runSteps(steps))) process.exitCode = 1
}

async function serve() {
  if (!(await runSteps([...prepare, { name: 'docs: pages', run: stage }]))) {
    process.exitCode = 1
    return
  }
  let waiting
  const watcher = watch(join(repository, 'docs'), { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => stage().catch((error) => console.error(error.message)), 200)
  })
  await run(vitepress('dev'), { show: true })
  watcher.close()
}

/** The modules of the site need its packages, so they are loaded after these are installed. */
async function stage() {
  const { stagePages } = await import('../site/lib/stage.mjs')
  staged = stagePages({ repository, site, folder })
  return { ok: true, output: '', note: `${staged.pages.size} pages` }
}

async function check() {
  const { writeMarkdown } = await import('../site/lib/outputs.mjs')
  const { checkSite } = await import('../site/lib/check-site.mjs')
  writeMarkdown(staged, output)
  const { problems, pages: checked } = checkSite(output, process.env.DOCS_BASE)
  return { ok: problems.length === 0, output: problems.join('\n'), note: `${checked} pages` }
}
