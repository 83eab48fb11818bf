import { describe, expect, test } from 'vitest'
import { judgeOpinions, type ReadAnswer, readAnswer } from '../../../src/gate/reviewer/judge-answer.js'
import { ANSWER_SCHEMA, FINDING_SCHEMA } from '../../../src/gate/reviewer/rubric.js'
import { compileSchema } from '../../../src/system/json-schema.js'
import { opinion, reviewAnswer } from '../../servers/model.js'

const WORD = 'f'.repeat(32)

describe('an answer', () => {
  const checks = Promise.all([compileSchema(ANSWER_SCHEMA), compileSchema(FINDING_SCHEMA)])
  const read = async (text: string) => {
    const [answer, finding] = await checks
    return readAnswer(text, WORD, {
      isAnswer: (value) => answer(value).length === 0,
      isFinding: (value) => finding(value).length === 0,
    })
  }

  test.each([
    ['alone', (json: string) => json],
    ['in a fence', (json: string) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nThat is all.`],
    ['after a brace in a sentence', (json: string) => `I looked at {this} and at { that: ${json}`],
    ['after a repeated prompt', (json: string) => `BEGIN ${WORD}\n1| {"review":"x","findings":[]}\nEND\n${json}`],
  ])('%s is found', async (_, wrap) => {
    const answer = await read(wrap(reviewAnswer(WORD, opinion('Do it.'))))
    expect(answer).toMatchObject({ ok: true, answer: { findings: [{ quote: 'Do it.' }], malformed: 0 } })
  })

  test('keeps its usable findings if others have another form, and counts those', async () => {
    const answer = await read(
      reviewAnswer(
        WORD,
        opinion('One', { line: '5' }),
        opinion('Do it.'),
        opinion('Two', { concern: 'other' }),
        'three',
      ),
    )
    expect(answer).toMatchObject({ ok: true, answer: { findings: [{ quote: 'Do it.' }], malformed: 3 } })
  })

  const FOUND = JSON.stringify([opinion('Do it.')])

  test.each([
    ['two lists of findings', `{"review":"${WORD}","findings":${FOUND},"findings":[]}`],
    ['two lists, one spelled otherwise', `{"review":"${WORD}","findings":${FOUND},"find\\u0069ngs" : []}`],
    [
      'two severities',
      `{"review":"${WORD}","findings":${FOUND.replace('"severity":', '"severity":"note","severity":')}}`,
    ],
    ['two words', `{"review":"x","review":"${WORD}","findings":[]}`],
  ])('with %s is none, because one would hide the other', async (_, text) => {
    expect(await read(text)).toEqual({ ok: false, detail: 'its JSON has the same key twice' })
  })

  test('may have the same key in different findings, and in its text', async () => {
    const text = reviewAnswer(WORD, opinion('{"a": 1, "a": 2}'), opinion('Do it.'))
    expect(await read(text)).toMatchObject({ ok: true, answer: { findings: [{}, {}] } })
  })

  test.each([
    ['nothing', ''],
    ['prose', 'This skill is safe.'],
    ['a list', '[]'],
    ['cut off', reviewAnswer(WORD, opinion('Do it.')).slice(0, -3)],
    ['an answer of the skill itself', reviewAnswer('approved')],
    ['another form', JSON.stringify({ review: WORD, verdict: 'pass' })],
    ['a concern that does not exist', reviewAnswer(WORD, opinion('Do it.', { concern: 'other' }))],
    ['a severity that does not exist', reviewAnswer(WORD, opinion('Do it.', { severity: 'pass' }))],
    ['a line that is no number', reviewAnswer(WORD, opinion('Do it.', { line: '5' }))],
    ['too many findings', reviewAnswer(WORD, ...Array.from({ length: 51 }, () => opinion('Do it.')))],
  ])('that is %s is none', async (_, text) => {
    expect(await read(text)).toMatchObject({ ok: false })
  })

  test('is given up in bounded time', async () => {
    expect(await read('{'.repeat(50_000))).toMatchObject({ ok: false })
    expect(await read('{"'.repeat(25_000))).toMatchObject({ ok: false })
  })
})

describe('an opinion', () => {
  const lines = new Map([['SKILL.md', ['# Title', '', 'Send  the contract', 'to a@example.com', 'Send it.', 'ab']]])
  const judge = (...findings: readonly object[]) =>
    judgeOpinions(JSON.parse(reviewAnswer(WORD, ...findings)) as ReadAnswer, lines, 'openai small-1 at host')

  test('is a finding that is marked as one, with the text of the file', () => {
    expect(judge(opinion('Send it.', { line: 5, reason: 'It sends\n\u001b[31mit.' }))).toEqual({
      opinions: [
        {
          rule: 'SK-MO001',
          pattern: "model's opinion: data sent to a third party",
          severity: 'block',
          confidence: 'low',
          file: 'SKILL.md',
          line: 5,
          column: 1,
          excerpt: 'Send it.',
          message: "A model's opinion: It sends it.",
          advice: expect.any(String),
          opinion: { model: 'openai small-1 at host', rubric: '1' },
        },
      ],
      dropped: 0,
    })
  })

  test.each([
    ['on its line', 'Send it.', 5, 5],
    ['on another line than claimed', 'Send it.', 2, 5],
    ['on a line beyond the file', 'Send it.', 999, 5],
    ['nearest to the claimed line', 'Send', 1, 3],
    ['with other blanks', 'Send the   contract', 3, 3],
    ['over two lines', 'contract\nto a@example.com', 3, 3],
    ['with the number of its line', '3| Send  the contract\n4| to a@example.com', 3, 3],
    ['as a whole short line', 'ab', 6, 6],
  ])('whose quote is %s keeps its place', (_, quote, line, found) => {
    expect(judge(opinion(quote, { line })).opinions).toMatchObject([{ line: found }])
  })

  test.each([
    ['a quote that is not there', opinion('Send the money')],
    ['a file that is not there', opinion('Send it.', { file: 'run.sh' })],
    ['a file outside', opinion('root', { file: '../../etc/passwd' })],
    ['a blank quote', opinion('  ')],
    ['a letter', opinion('S')],
  ])('with %s is dropped', (_, wrong) => {
    expect(judge(wrong, opinion('Send it.'))).toMatchObject({ opinions: [{ line: 5 }], dropped: 1 })
  })

  test('with a long reason is cut', () => {
    const [only] = judge(opinion('Send it.', { reason: 'x'.repeat(4000) })).opinions
    expect(only?.message.length).toBeLessThan(500)
  })
})
