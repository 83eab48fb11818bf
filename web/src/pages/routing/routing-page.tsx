import { useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.js'
import { PageHead } from '../../parts/panel.js'
import { Empty, Show } from '../../parts/waiting.js'
import { useParameter } from '../../router/location.js'
import type { Answer } from '../../server/answers.js'
import { useAnswer } from '../../server/answers.js'
import { Clients } from './clients.js'
import { Ranking } from './ranking.js'
import { SaveTest } from './save-test.js'
import { Tests } from './tests.js'

const EXAMPLES = ['check my SQL', 'write release notes for this tag', 'extract a still from this clip']

/** Type what a user would say, and see which skill answers. */
export function RoutingPage() {
  const [sentence, setSentence] = useParameter('q')
  const routing = useLast(
    useAnswer('GET /api/routing', sentence.trim() === '' ? undefined : { sentence: sentence.trim() }),
  )
  return (
    <>
      <PageHead title="Routing">
        <p>Type what a user would say. The ranking is the one that models get from Metier's search.</p>
      </PageHead>
      <div className="stack-large">
        <SentenceBox sentence={sentence} onChange={(next) => setSentence(next, { replace: true })} />
        <div className="columns columns-side">
          {sentence.trim() === '' ? (
            <Examples onChoose={setSentence} />
          ) : (
            <Show answer={routing} lines={30}>
              {(value) => <Ranking routing={value} />}
            </Show>
          )}
          <div className="stack-large">
            <SaveTest sentence={sentence.trim()} ranking={routing.value?.ranking} />
            <Clients />
          </div>
        </div>
        <Tests />
      </div>
    </>
  )
}

function Examples({ onChoose }: { readonly onChoose: (sentence: string) => void }) {
  return (
    <div className="panel">
      <Empty title="Try one of these">
        <div className="row">
          {EXAMPLES.map((example) => (
            <Button key={example} onClick={() => onChoose(example)}>
              {example}
            </Button>
          ))}
        </div>
      </Empty>
    </div>
  )
}

interface SentenceBoxProps {
  readonly sentence: string
  readonly onChange: (sentence: string) => void
}

function SentenceBox({ sentence, onChange }: SentenceBoxProps) {
  const [text, setText] = useState(sentence)
  useEffect(() => setText(sentence), [sentence])
  return (
    <input
      className="input input-large"
      data-search
      aria-label="What a user would say"
      placeholder="Type a sentence, such as: check my SQL"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(event.target.value)
      }}
    />
  )
}

/** While the next answer is on its way, the one before it stays, so that nothing jumps with every letter. */
function useLast<T>(answer: Answer<T>): Answer<T> {
  const last = useRef(answer.value)
  useEffect(() => {
    if (answer.value !== undefined) last.current = answer.value
  }, [answer.value])
  return answer.value === undefined && answer.problem === undefined ? { ...answer, value: last.current } : answer
}
