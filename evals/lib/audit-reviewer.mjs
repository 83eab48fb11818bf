// The reviewer compiled from its sources, as the user's configuration or a command names it, for the evaluation of the audit.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const packageRequire = createRequire(new URL('../../packages/metier/package.json', import.meta.url))

/** A function from a skill and the report of the rules to the report of both tiers; undefined if no reviewer is named. */
export async function loadReviewer({ isConfigured, command, config }) {
  if (!isConfigured && command === undefined) return undefined
  const { openReviewer, settleOptions, loadSettings } = await compileReviewer()
  const place = settleOptions(config === undefined ? {} : { config })
  const { reviewer } = loadSettings({ user: place.userConfiguration, project: undefined })
  if (command === undefined && reviewer === undefined) throw new Error('The configuration names no reviewer')
  const settings = command === undefined ? reviewer : { ...reviewer, kind: 'command', command }
  const review = openReviewer({ settings, place, suppressions: [] })
  return ({ files }, report) => review(files, report, undefined)
}

async function compileReviewer() {
  const { buildSync } = packageRequire('esbuild')
  // Beside the sources' packages, so that the validator is found.
  const directory = mkdtempSync(join(import.meta.dirname, '../../node_modules/.audit-'))
  try {
    buildSync({
      stdin: {
        contents:
          "export { openReviewer } from './manager/reviewer/open-reviewer.js'\nexport { settleOptions } from './manager/options.js'\nexport { loadSettings } from './manager/settings/settings.js'",
        resolveDir: join(import.meta.dirname, '../../packages/metier/src'),
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      outfile: join(directory, 'reviewer.mjs'),
    })
    return await import(pathToFileURL(join(directory, 'reviewer.mjs')).href)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** What the model did over all skills: how many it saw, raised, and failed at. */
export function describeReviews(results) {
  const reviews = results.map(({ reviewed }) => reviewed.review)
  const sum = (count) => reviews.reduce((total, review) => total + count(review), 0)
  const raised = results.filter(({ report, reviewed }) => report.verdict !== reviewed.verdict).length
  const failed = reviews.filter(({ failure }) => failure !== undefined)
  const codes = [...new Set(failed.map(({ failure }) => failure.code))].join(', ')
  return [
    `reviewer: ${reviews[0]?.model ?? '-'}, rubric ${reviews[0]?.rubric ?? '-'}`,
    `${sum(({ answered }) => answered)} of ${sum(({ parts }) => parts)} parts answered, ${sum(({ kept }) => kept)} of them kept`,
    `${raised} verdicts raised, ${sum(({ dropped }) => dropped)} opinions dropped, ${failed.length} skills with a failure${codes === '' ? '' : ` (${codes})`}`,
  ].join('\n')
}
