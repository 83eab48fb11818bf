import { expect, test } from 'vitest'
import { runMetier, useMetier } from '../../run-metier.js'

const metier = useMetier()

test.each(['http://example.com/x.zip', 'git+http://example.com/r.git', 'http://github.com/owner/repo'])(
  'an address without encryption is refused with its https form, trusted or not: %s',
  async (address) => {
    const machine = metier.create()
    const secure = address.replace('http:', 'https:')
    const refuses = async (...words: readonly string[]) => {
      const { code, stderr } = await runMetier(machine, ...words)
      expect({ words, code, stderr }).toEqual({ words, code: 1, stderr: expect.stringContaining(`Use ${secure}`) })
      expect(stderr).toContain('is not encrypted')
      expect(stderr).not.toContain('metier trust')
    }
    await refuses('install', address)
    await refuses('install', 'pdf', '--from', address)
    await refuses('audit', address)
    await runMetier(machine, 'trust', 'example.com:80/*')
    await refuses('install', address)
  },
)
