/** What search finds, in which order, and how it explains itself. */
import { describe, expect, test } from 'vitest'
import { searchDocuments } from '../../src/registry/search/query.js'
import { buildSearchIndex } from '../../src/registry/search/search-index.js'
import type { SearchDocument } from '../../src/registry/search/search-text.js'

describe('C-36: what is found', () => {
  test.each([
    ['a word of the name', { name: 'weather' }, 'weather'],
    ['a word of the folder', { slug: 'someone/sheets-helper' }, 'sheets'],
    ['a folder above it', { slug: 'acme/tool' }, 'acme'],
    ['a word of the description', { description: 'Books a table' }, 'table'],
    ['a tag', { tags: ['forecasting'] }, 'forecasting'],
    ['a heading of the body', { body: 'Intro\n\n## Refunds\n' }, 'refunds'],
    ['a word of the body', { body: 'Then call the invoicing service.' }, 'invoicing'],
    ['another form of the word', { description: 'Converts files' }, 'converting a file'],
    ['a form with a changed ending', { description: 'Summarise long summaries' }, 'summary'],
    ['British and American spelling', { description: 'Organise and analyse' }, 'organize, analyze'],
    ['letters of either case', { name: 'PDF' }, 'pdf'],
    ['a word without its accents', { description: 'Résumé for a café' }, 'cafe resume'],
    ['a word with accents, where the text has none', { description: 'Bus from Malmo' }, 'malmö'],
    ['a part of a camel-case word', { description: 'Uses ServiceWorker' }, 'worker'],
    ['the letters of a word that ends in digits', { description: 'Runs python3' }, 'python'],
    ['a word written apart that the text writes together', { name: 'mailchannels' }, 'mail channels'],
    ['a word written together that the text writes apart', { name: 'google-calendar' }, 'googlecalendar'],
    ['an everyday synonym', { description: 'Edits photos' }, 'picture'],
    ['what a narrower word means', { description: 'Tells the weather' }, 'will it rain'],
    ['the beginning of a word', { name: 'kubernetes' }, 'kube'],
    ['a word with a missing letter', { name: 'spreadsheet' }, 'spredsheet'],
    ['a word with swapped letters', { name: 'receive' }, 'recieve'],
    ['a long word with two slips', { name: 'notification' }, 'notifcatoin'],
    ['Chinese words inside a sentence', { description: '写文章并发布到平台' }, '发布文章'],
    ['a single Chinese letter', { description: '天气预报' }, '天'],
    ['Japanese with long vowels', { description: 'カレンダーを管理する' }, 'カレンダー'],
    ['Korean with its particles', { description: '날씨를 알려줍니다' }, '날씨'],
    ['Cyrillic', { description: 'Прогноз погоды' }, 'погоды'],
    ['Arabic', { description: 'حالة الطقس' }, 'الطقس'],
    ['words between typographic signs', { description: 'mail → “calendar” — sync ✅' }, 'calendar'],
    ['a possessive', { description: "Reads the user's diary" }, 'users'],
    ['a name of small words only', { name: 'how-to' }, 'how to'],
  ] as const)('%s', (_, document, query) => {
    expect(find([NEITHER, document, NEITHER], query)[0]).toBe(1)
  })

  test.each([
    ['nothing', ''],
    ['only signs', '?! …'],
    ['only small words', 'how do I use this, please'],
    ['a word that is nowhere', 'zzyzx'],
    ['a short word that is one slip away', 'tix'],
    ['a number that is one digit away', '2027'],
  ])('a query of %s finds nothing', (_, query) => {
    expect(find([{ name: 'text-tools', description: 'Tax rules of 2026' }], query)).toEqual([])
  })

  test('nothing is found in no documents', () => {
    expect(find([], 'calendar')).toEqual([])
  })

  test('a slip is only forgiven where the word as written is nowhere', () => {
    expect(find([{ name: 'crate' }, { name: 'create' }], 'create')).toEqual([1])
  })

  test('the phrasing of a request does not decide', () => {
    const documents = [{ description: 'Please tell me how I can do it for you' }, { name: 'invoices' }]
    expect(find(documents, 'please tell me how I can do my invoices')).toEqual([1])
  })
})

describe('other languages', () => {
  const SKILLS = [
    { name: 'forecast', description: 'Tells the weather' },
    { name: 'billing', description: 'Creates an invoice and sends it' },
    { name: 'slides', description: 'Generates a presentation' },
    { name: 'tianqi', description: '查询天气' },
    { name: 'facturas', description: 'Gestiona facturas de la empresa' },
  ]

  test.each([
    ['Wie wird das Wetter', 0],
    ['qué tiempo hace hoy', 0],
    ['quelle est la météo', 0],
    ['previsão do clima', 0],
    ['eine Rechnung schreiben', 1],
    ['une facture pour mon client', 1],
    ['发票', 1],
    ['請求書を作成', 1],
    ['청구서 만들기', 1],
    ['プレゼンのスライド', 2],
    ['발표 슬라이드를 만들어 줘', 2],
  ])('%s finds an English skill', (query, position) => {
    expect(find(SKILLS.slice(0, 3), query)[0]).toBe(position)
  })

  test.each([
    ['weather', 3],
    ['invoice', 4],
    ['Wetter', 3],
    ['Rechnungen', 4],
  ])('%s finds a skill in another language', (query, position) => {
    expect(find(SKILLS.slice(3), query).map((at) => at + 3)).toEqual([position])
  })

  test('a skill in the language of the query comes before a translation', () => {
    expect(find(SKILLS, '天气')[0]).toBe(3)
    expect(find(SKILLS, 'las facturas')[0]).toBe(4)
  })

  test('small words of another language find nothing', () => {
    expect(find([{ description: 'para pour und die das' }, { name: 'invoice' }], 'die Rechnung und das')).toEqual([1])
  })
})

describe('C-36: the order', () => {
  test.each([
    ['a name before a description', { name: 'flights' }, { description: 'flights' }],
    ['a description before a heading', { description: 'flights' }, { body: '# flights' }],
    ['a heading before other text', { body: '# flights\nThe rest.' }, { body: 'flights\nThe rest.' }],
    ['a tag before the body', { tags: ['flights'] }, { body: 'flights' }],
    [
      'a short description before a long one',
      { description: 'flights' },
      { description: `flights ${'and more '.repeat(40)}` },
    ],
    ['the word itself before a synonym', { description: 'tracks flights' }, { description: 'tracks airlines' }],
    ['the word itself before one that begins like it', { name: 'flights' }, { name: 'flightsimulator' }],
  ])('%s', (_, better, worse) => {
    expect(find([NEITHER, worse, better, NEITHER], 'flights')).toEqual([2, 1])
  })

  test('both words before one word twice', () => {
    const documents = [
      { description: 'stock stock stock stock' },
      { description: 'stock news' },
      { description: 'news' },
    ]
    expect(find(documents, 'stock news')[0]).toBe(1)
  })

  test('a rare word before a common one', () => {
    const common = Array.from({ length: 20 }, () => ({ description: 'manage projects' }))
    expect(find([...common, { description: 'manage zendesk' }], 'zendesk projects')[0]).toBe(20)
  })

  test('the skill of exactly that name before others with more to say about it', () => {
    const other = { name: 'redis-cache', description: 'Redis, redis and redis', body: '# Redis' }
    expect(find([other, { name: 'redis', description: 'A database' }], 'Redis')).toEqual([1, 0])
  })

  test.each(['Google Calendar', 'google_calendar', 'googleCalendar', 'GOOGLE-CALENDAR'])(
    '%s is the name google-calendar',
    (query) => {
      const other = { name: 'calendar', description: 'Google Calendar: events of google calendar' }
      expect(find([other, { name: 'google-calendar' }], query)[0]).toBe(1)
    },
  )

  test('equals stand in the order given', () => {
    expect(
      find([{ name: 'a' }, { description: 'alike' }, { description: 'alike' }, { description: 'alike' }], 'alike'),
    ).toEqual([1, 2, 3])
  })

  test('the same question has the same answer, whatever was asked in between', () => {
    const index = buildSearchIndex([{ name: 'mail' }, { description: 'send mail' }, { name: 'images' }].map(complete))
    const first = searchDocuments(index, 'send mail with photos')
    searchDocuments(index, 'mail')
    searchDocuments(index, 'photo')
    expect(searchDocuments(index, 'send mail with photos')).toEqual(first)
  })

  test('an index does not disturb another', () => {
    const left = buildSearchIndex([{ name: 'mail' }].map(complete))
    const right = buildSearchIndex([{ name: 'pdf' }, { name: 'mail' }].map(complete))
    expect(searchDocuments(right, 'mail')[0]?.position).toBe(1)
    expect(searchDocuments(left, 'mail')[0]?.position).toBe(0)
  })
})

describe('C-36: the answer', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ name: `mail-${at}` }))

  test('has ten hits unless more or fewer are asked for', () => {
    const index = buildSearchIndex(many.map(complete))
    const counts = [{}, { limit: 3 }, { limit: 100 }, { limit: 0 }].map(
      (options) => searchDocuments(index, 'mail', options).length,
    )
    expect(counts).toEqual([10, 3, 30, 0])
  })

  test('a smaller limit gives the head of a larger one', () => {
    const documents = many.map((one, at) => complete({ ...one, description: 'mail '.repeat(at % 7) }))
    const index = buildSearchIndex(documents)
    expect(searchDocuments(index, 'mail', { limit: 4 })).toEqual(
      searchDocuments(index, 'mail', { limit: 30 }).slice(0, 4),
    )
  })

  test('falls from hit to hit in score', () => {
    const scores = search([{ name: 'mail' }, { description: 'mail' }, { body: 'mail' }], 'mail').map(
      ({ score }) => score,
    )
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(scores).size).toBe(3)
  })

  test('says which words of the document matched, each with its best field', () => {
    const document = { name: 'google-calendar', description: 'Creates events in Google Calendar', body: '# Quotas' }
    expect(search([document], 'create a google event, quota')[0]?.matched).toEqual([
      'description:creates',
      'name:google',
      'description:events',
      'headings:quotas',
    ])
  })

  test('names the words that mattered, not what a body mentions by the way', () => {
    const notes = { name: 'notes-writer', description: 'Writes notes', body: 'Works for deployments too.' }
    const others = Array.from({ length: 8 }, () => NEITHER)
    const hits = search([notes, ...others, { name: 'release' }], 'release notes')
    expect(hits.find(({ position }) => position === 0)?.matched).toEqual(['name:notes'])
  })

  test('names what a body mentions if there is nothing else', () => {
    const documents = [{ body: 'Speaks of deployments.' }, { name: 'other' }]
    expect(search(documents, 'release')[0]?.matched).toEqual(['body:deployments'])
  })

  test('a translated word is explained by the word of the skill', () => {
    expect(search([{ description: 'Tells the weather' }], 'das Wetter')[0]?.matched).toEqual(['description:weather'])
  })

  test('a slip is explained by the word that was meant', () => {
    expect(search([{ name: 'calendar' }], 'calandar')[0]?.matched).toEqual(['name:calendar'])
  })

  test('a whole name is explained as its skill spells it', () => {
    expect(search([{ name: 'Google Calendar' }], 'googlecalendar')[0]?.matched).toContain('name:Google Calendar')
  })
})

describe('hostile text is only text', () => {
  const word = `${'a'.repeat(50_000)}ss`
  test.each([
    ['one endless word', word],
    ['endless capitals and digits', 'aB1'.repeat(20_000)],
    ['endless signs', '#'.repeat(50_000)],
    ['a list of ten thousand words', Array.from({ length: 10_000 }, (_, at) => `w${at}`).join(' ')],
    ['names of object properties', '__proto__ constructor toString hasOwnProperty'],
    ['lone surrogates', '\ud800 \udc00 \uffff'],
  ])('%s', (_, text) => {
    const index = buildSearchIndex(
      [{ name: text, description: text, tags: [text], body: text }, { name: 'mail' }].map(complete),
    )
    expect(() => searchDocuments(index, text)).not.toThrow()
    expect(searchDocuments(index, 'mail')[0]?.position).toBe(1)
  })

  test('names of object properties are words like others', () => {
    expect(find([{ name: 'other' }, { name: 'constructor' }], 'constructor')).toEqual([1])
  })
})

test('an index without bodies takes less than 450 bytes a document', () => {
  const words = 'create manage search calendar email invoice report image video database convert send weather'.split(
    ' ',
  )
  const sentence = (at: number) =>
    Array.from({ length: 22 }, (_, step) => words[(at * 7 + step * (1 + (at % 5))) % words.length]).join(' ')
  const documents = Array.from({ length: 1000 }, (_, at) =>
    complete({ name: `${words[at % 13]}-${at}`, slug: `someone/${words[at % 13]}-${at}`, description: sentence(at) }),
  )
  expect(bytesOf(buildSearchIndex(documents)) / documents.length).toBeLessThan(450)
})

const NEITHER = { name: 'unrelated', description: 'Nothing of interest' }

function complete(part: Partial<SearchDocument>): SearchDocument {
  const name = part.name ?? 'x'
  return { name, slug: name, description: '', tags: [], body: '', ...part }
}

function search(documents: readonly Partial<SearchDocument>[], query: string) {
  return searchDocuments(buildSearchIndex(documents.map(complete)), query, { limit: 50 })
}

function find(documents: readonly Partial<SearchDocument>[], query: string): readonly number[] {
  return search(documents, query).map(({ position }) => position)
}

/** Typed arrays and texts, wherever they hang; a text is counted as one byte a letter. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0)
}
