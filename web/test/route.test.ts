/** The address is the state of every page: what it says and what it is written from belong together. */
import { describe, expect, test } from 'vitest'
import { changeParameters, parseRoute, skillPath, withParameters } from '../src/router/route.js'

describe('an address', () => {
  test.each([
    ['/', { page: 'overview' }],
    ['/skills', { page: 'skills' }],
    ['/skills/', { page: 'skills' }],
    ['/skills/pdf', { page: 'skill', name: 'pdf' }],
    ['/routing', { page: 'routing' }],
    ['/tools', { page: 'tools' }],
    ['/install', { page: 'install' }],
    ['/activity', { page: 'activity' }],
    ['/nothing', { page: 'unknown' }],
    ['/tools/further', { page: 'unknown' }],
    ['/skills/a/b', { page: 'unknown' }],
    ['/skills/%zz', { page: 'unknown' }],
  ])('%s names its page', (path, route) => {
    expect(parseRoute(path)).toEqual(route)
  })

  test.each(['pdf', 'personal:pdf', '../../etc', 'a/b c?d#e', '日本語', '100%'])(
    'leads back to the skill %s',
    (name) => {
      expect(parseRoute(skillPath(name))).toEqual({ page: 'skill', name })
    },
  )

  test('leaves empty parameters out', () => {
    expect(withParameters('/tools', { tool: '' })).toBe('/tools')
    expect(withParameters('/tools', { tool: 'a b' })).toBe('/tools?tool=a+b')
  })

  test('changes one parameter and keeps the others', () => {
    expect(changeParameters('?q=pdf&sort=name', { q: '' })).toBe('?sort=name')
    expect(changeParameters('?q=pdf', { sort: 'name' })).toBe('?q=pdf&sort=name')
    expect(changeParameters('?q=pdf', { q: '' })).toBe('')
  })
})
