import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { askText, askYesNo, canAsk } from '../../../src/cli/terminal/ask.js'
import { createProgress, describeBytes } from '../../../src/cli/terminal/progress.js'
import { showSteps } from '../../../src/cli/terminal/show-progress.js'
import { measureText } from '../../../src/skill/text/columns.js'

function createStream() {
  const written: string[] = []
  return { written, write: (text: string) => written.push(text) }
}

const ERASE = '\r\u001b[2K'

describe('progress', () => {
  test('without a terminal is one plain line a step', () => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: false })
    progress.start('Downloading pdf', 'bytes')
    progress.advance(1, 10)
    progress.advance(10, 10)
    progress.start('Scanning pdf\u001b[2J')
    progress.end()
    expect(stream.written).toEqual(['Downloading pdf\n', 'Scanning pdf\n'])
  })

  test('says what happens to a name, also if it has spaces', () => {
    const stream = createStream()
    const show = showSteps(createProgress(stream, { isTerminal: false }))
    show({ phase: 'resolve', message: 'git+file:///a b/repo.git' })
    show({ phase: 'unpack', message: 'Copying pdf' })
    show({ phase: 'wait', message: 'example.com is busy' })
    expect(stream.written).toEqual(['Looking up git+file:///a b/repo.git\n', 'Copying pdf\n', 'example.com is busy\n'])
  })

  test('on a terminal is a bar that redraws itself and is gone at the end', () => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: true, columns: 80 })
    progress.start('Downloading', 'bytes')
    progress.advance(500, 1000)
    progress.advance(1000, 1000)
    progress.end()
    expect(stream.written).toEqual([
      'Downloading',
      `${ERASE}Downloading  [============            ]  500 B of 1.0 kB`,
      `${ERASE}Downloading  [========================]  1.0 kB of 1.0 kB`,
      ERASE,
    ])
  })

  test('counts files, and says how many where nobody knows the end', () => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: true, columns: 80 })
    progress.start('Unpacking')
    progress.advance(3)
    expect(stream.written.at(-1)).toBe(`${ERASE}Unpacking  3 files`)
  })

  test('has room for what else there is to say', () => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: true, columns: 80 })
    progress.start('Auditing', 'skills')
    progress.advance(1, 2, '7 files')
    expect(stream.written.at(-1)).toBe(`${ERASE}Auditing  [============            ]  1 of 2 skills, 7 files`)
  })

  test.each([10, 20, 40, 80, 200])('never fills a line of %i columns', (columns) => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: true, columns })
    progress.start('日本語のスキルを取り込み中', 'bytes')
    for (let done = 0; done <= 100; done += 20) progress.advance(done * 1000, 100_000)
    for (const text of stream.written) expect(measureText(text.replace(ERASE, ''))).toBeLessThan(columns)
  })

  test('a redraw that would show the same is left out', () => {
    const stream = createStream()
    const progress = createProgress(stream, { isTerminal: true, columns: 80 })
    progress.start('Downloading', 'bytes')
    for (let done = 0; done <= 1_000_000; done += 100) progress.advance(done, 1_000_000)
    expect(stream.written.length).toBeLessThan(300)
  })

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [12_345, '12 kB'],
    [999_999, '1.0 MB'],
    [5_400_000, '5.4 MB'],
    [3e12, '3000 GB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(describeBytes(bytes)).toBe(text)
  })
})

function createConversation(isTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stderr = Object.assign(new PassThrough(), { isTTY })
  return { stdin, stderr, signal: new AbortController().signal }
}

/** Everything that was written. From Node 26 on, one `read()` gives one chunk. */
function readAll(stream: PassThrough): string {
  let text = ''
  for (let part: unknown = stream.read(); part !== null; part = stream.read()) text += String(part)
  return text
}

/** A person types after the question is on the screen. */
function untilAsked({ stderr }: ReturnType<typeof createConversation>): Promise<unknown> {
  return once(stderr, 'readable')
}

describe('a question', () => {
  test.each([
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['\n', false],
    ['what?\ny\n', true],
    ['what?\nno\n', false],
  ])('answered with %j is %s', async (typed, expected) => {
    const conversation = createConversation()
    const [first = '', second] = typed.split(/(?<=\n)/)
    const answered = askYesNo('Go on?', conversation)
    await untilAsked(conversation)
    conversation.stdin.write(first)
    // A person answers the second question after it was asked.
    if (second !== undefined) {
      let asked = ''
      for await (const part of conversation.stderr) {
        asked += String(part)
        if (asked.split('Go on?').length === 3) break
      }
      conversation.stdin.write(second)
    }
    expect(await answered).toBe(expected)
  })

  test('answered three times with something else is no, and one reader has listened', async () => {
    const conversation = createConversation()
    const before = conversation.stdin.listenerCount('end')
    const answered = askYesNo('Go on?', conversation)
    await untilAsked(conversation)
    conversation.stdin.write('what?\nmaybe\nlater\ny\n')
    expect(await answered).toBe(false)
    const again = 'Go on? [y/N] Enter y or n.\n'
    expect(readAll(conversation.stderr)).toBe(`${again}${again}Go on? [y/N] Assuming no.\n`)
    expect(conversation.stdin.listenerCount('end')).toBe(before)
  })

  test.each([[true], [false]])('whose input ends is no, before it was asked: %s', async (isBefore) => {
    const conversation = createConversation()
    const answered = askYesNo('Go on?', conversation)
    if (!isBefore) await untilAsked(conversation)
    conversation.stdin.end()
    expect(await answered).toBe(false)
  })

  test('is not answered by what was typed before it was shown', async () => {
    const conversation = createConversation()
    conversation.stdin.write('y\n')
    const answered = askYesNo('Go on?', conversation)
    await untilAsked(conversation)
    conversation.stdin.write('n\n')
    expect(await answered).toBe(false)
  })

  test('that is aborted is no', async () => {
    const abortion = new AbortController()
    const answered = askYesNo('Go on?', { ...createConversation(), signal: abortion.signal })
    abortion.abort()
    expect(await answered).toBe(false)
    expect(await askYesNo('Go on?', { ...createConversation(), signal: abortion.signal })).toBe(false)
  })

  test('without a terminal is not asked, and is no', async () => {
    const conversation = createConversation(false)
    expect(canAsk(conversation)).toBe(false)
    expect(await askYesNo('Go on?', conversation)).toBe(false)
    expect(conversation.stderr.read()).toBeNull()
  })

  test('shows a terminal nothing to act upon', async () => {
    const conversation = createConversation()
    const answered = askYesNo('Install \u001b[2Jpdf?', conversation)
    await untilAsked(conversation)
    conversation.stdin.write('n\n')
    await answered
    expect(readAll(conversation.stderr)).toBe('Install pdf? [y/N] ')
  })

  test('for a text takes what is offered where nothing is typed', async () => {
    const conversation = createConversation()
    const answered = askText('Where?', 'here', conversation)
    conversation.stdin.write('\n')
    expect(await answered).toBe('here')
  })
})
