import type { SkillView } from '@api/skill.js'
import { lazy, Suspense, useCallback } from 'react'
import { CodeViewer } from '../../parts/code/code-viewer.js'
import { CopyButton } from '../../parts/copy.js'
import { count } from '../../parts/format.js'
import { Placeholder, Show } from '../../parts/waiting.js'
import { useParameter } from '../../router/location.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

const Markdown = lazy(async () => ({ default: (await import('../../parts/markdown/markdown.js')).Markdown }))

interface TabProps {
  readonly skill: SkillView
}

/** The text as a model's instructions, rendered. */
export function InstructionsTab({ skill }: TabProps) {
  const source = useAnswer('GET /api/skill/source', { skill: skill.id })
  const toFile = useCallback((path: string) => skillPath(skill.id, { tab: 'files', file: path }), [skill.id])
  return (
    <div className="panel panel-body">
      <Show answer={source} lines={18}>
        {({ text, bodyLine }) => (
          <Suspense fallback={<Placeholder lines={18} />}>
            <Markdown text={bodyOf(text, bodyLine)} toFile={toFile} />
          </Suspense>
        )}
      </Show>
    </div>
  )
}

/** The whole SKILL.md with line numbers, with what the scan found in place. */
export function SourceTab({ skill }: TabProps) {
  const source = useAnswer('GET /api/skill/source', { skill: skill.id })
  const audit = useAnswer('GET /api/skill/audit', { skill: skill.id }).value
  const [line] = useParameter('line')
  return (
    <Show answer={source} lines={18}>
      {({ path, text, tokens }) => (
        <div className="panel">
          <div className="panel-head">
            <span className="mono break">{path}</span>
            <span className="row">
              <span className="soft small">{count(tokens)} tokens</span>
              <CopyButton text={text} what="the source" label="Copy" />
            </span>
          </div>
          <CodeViewer
            text={text}
            label={`Source of ${path}`}
            findings={audit?.findings.entries.filter(({ file }) => file === skill.mainFile) ?? []}
            line={line === '' ? undefined : Number(line)}
          />
        </div>
      )}
    </Show>
  )
}

function bodyOf(text: string, bodyLine: number): string {
  return bodyLine <= 1
    ? text
    : text
        .split('\n')
        .slice(bodyLine - 1)
        .join('\n')
}
