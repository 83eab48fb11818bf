import { lazy, Suspense, useCallback } from 'react'
import { Empty, Placeholder, Show } from '../../../parts/waiting.js'
import { useAnswer } from '../../server/answers.js'
import { findMainFile, skipFrontmatter } from './main-file.js'
import { type SkillTabProps, toTab } from './skill-tab.js'

const Markdown = lazy(async () => ({ default: (await import('../../../parts/markdown/markdown.js')).Markdown }))

/** The text as a model's instructions, rendered. */
export function InstructionsTab({ view, version }: SkillTabProps) {
  const main = findMainFile(version.files)
  const name = { slug: view.skill.slug, owner: view.owner.handle, version: version.version }
  const text = useAnswer(
    'GET /api/v1/skills/:slug/file',
    main === undefined ? undefined : { ...name, path: main.path, preview: 1 },
  )
  const toFile = useCallback((file: string) => toTab(view, version, { tab: 'files', file }), [view, version])
  if (main === undefined) {
    return (
      <div className="panel">
        <Empty title="Nothing to read">
          <p>The files of this version are not served.</p>
        </Empty>
      </div>
    )
  }
  return (
    <div className="panel panel-body">
      <Show answer={text} lines={18}>
        {(value) => (
          <Suspense fallback={<Placeholder lines={18} />}>
            <Markdown text={skipFrontmatter(value)} toFile={toFile} />
          </Suspense>
        )}
      </Show>
    </div>
  )
}
