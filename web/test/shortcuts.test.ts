import { describe, expect, test } from 'vitest'
import { DESTINATIONS, moveSelection, readShortcut } from '../src/keys/shortcuts.js'

const press = (key: string, changes = {}) => ({ key, hasModifier: false, isTyping: false, ...changes })

describe('a key', () => {
  test('means nothing while a field has the focus or a modifier is held', () => {
    expect(readShortcut(press('/', { isTyping: true }), undefined)).toBeUndefined()
    expect(readShortcut(press('g', { hasModifier: true }), undefined)).toBeUndefined()
  })

  test('searches or shows the help', () => {
    expect(readShortcut(press('/'), undefined)).toEqual({ kind: 'search' })
    expect(readShortcut(press('?'), undefined)).toEqual({ kind: 'help' })
  })

  test.each(Object.entries(DESTINATIONS))('g and then %s goes to a page', (key, { to }) => {
    const first = readShortcut(press('g'), undefined)
    expect(first).toEqual({ kind: 'wait' })
    expect(readShortcut(press(key), first)).toEqual({ kind: 'go', to })
    expect(readShortcut(press(key), undefined)).toBeUndefined()
  })

  test('that follows g and is no destination ends the sequence', () => {
    expect(readShortcut(press('x'), { kind: 'wait' })).toBeUndefined()
  })
})

describe('the selection in a table', () => {
  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 9, 9],
    ['j', 3, 4],
    ['ArrowUp', 0, 0],
    ['k', 3, 2],
    ['PageDown', 2, 7],
    ['PageDown', 8, 9],
    ['PageUp', 2, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['a', 5, undefined],
  ])('%s from %i goes to %s', (key, from, to) => {
    expect(moveSelection(key, from, 10, 5)).toBe(to)
  })

  test('stays nowhere in an empty table', () => {
    expect(moveSelection('End', -1, 0, 5)).toBeUndefined()
  })
})
