import { describe, expect, test } from 'vitest'
import { parseWords } from '../../../../src/cli/arguments/parse-words.js'
import { command } from '../../../../src/cli/commands/install/command.js'
import { readTypedRequest } from '../../../../src/cli/commands/install/typed-request.js'
import { temporaryFolder } from '../../../support/temporary.js'

function read(words: string, workdir = temporaryFolder()) {
  const parsing = parseWords(command, words.split(' '))
  if (!parsing.ok) throw new Error('misused')
  const { from, names } = readTypedRequest(parsing.input, { workdir })
  return [from, ...names]
}

describe('what people type after install', () => {
  test.each([
    ['owner/repo', ['owner/repo']],
    ['owner/repo@pdf', ['owner/repo', 'pdf']],
    ['owner/repo/skills/more@pdf#v1.2', ['owner/repo/skills/more#v1.2', 'pdf']],
    ['owner/repo#metier@0.1.0', ['owner/repo#metier@0.1.0']],
    ['owner/repo pdf docx', ['owner/repo', 'pdf', 'docx']],
    ['pdf docx --from owner/repo@xlsx', ['owner/repo', 'xlsx', 'pdf', 'docx']],
    ['https://github.com/owner/repo@pdf', ['https://github.com/owner/repo', 'pdf']],
    ['https://user@host.example/x.zip', ['https://user@host.example/x.zip']],
    ['https://user@host.example', ['https://user@host.example']],
    ['https://host.example/x.zip?a=b@c', ['https://host.example/x.zip?a=b@c']],
    ['git@host.example:owner/repo.git', ['git@host.example:owner/repo.git']],
    ['git@host.example:owner/repo.git@pdf', ['git@host.example:owner/repo.git', 'pdf']],
    ['skills.example.com', ['skills.example.com']],
    ['./folder', ['./folder']],
    ['./folder@pdf', ['./folder', 'pdf']],
    ['~/folder', ['~/folder']],
    ['.', ['.']],
    ['/folder@pdf', ['/folder', 'pdf']],
    ['./x.zip', ['./x.zip']],
    ['x.zip', ['./x.zip']],
    ['clawhub:pdf@1.2.0', ['clawhub:pdf@1.2.0']],
    ['clawhub:@owner/pdf@1.2.0', ['clawhub:@owner/pdf@1.2.0']],
    ['clawhub+https://hub.example.com#pdf', ['clawhub+https://hub.example.com#pdf']],
    ['file:///srv/repo.git@pdf#main', ['file:///srv/repo.git#main', 'pdf']],
    ['pdf', [undefined, 'pdf']],
    ['pdf@1.2.0', [undefined, 'pdf@1.2.0']],
    ['@owner/pdf', [undefined, '@owner/pdf']],
    ['@owner/pdf@1.2.0', [undefined, '@owner/pdf@1.2.0']],
    ['@owner/pdf --from clawhub', ['clawhub', '@owner/pdf']],
  ])('%s', (words, expected) => {
    expect(read(words)).toEqual(expected)
  })

  test('a directory that exists is that directory, with an @ in its name', () => {
    expect(read('./a@b', temporaryFolder({ 'a@b/SKILL.md': 'x' }))).toEqual(['./a@b'])
  })
})
