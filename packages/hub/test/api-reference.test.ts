import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMetrics } from '../src/http/metrics.js'
import { createOperationRoutes } from '../src/routes/operation-routes.js'
import { ROUTES } from '../src/routes/routes.js'
import { composeApiPage } from './support/compose-api-page.js'

const page = fileURLToPath(new URL('../../../docs/reference/hub-api.md', import.meta.url))

test('the reference has every route, as its definition says', () => {
  const routes = [...ROUTES, ...createOperationRoutes(createMetrics(), '', () => [])]
  const text = composeApiPage(routes)
  if (process.env.METIER_UPDATE_DOCS === '1') writeFileSync(page, text)
  expect(readFileSync(page, 'utf8')).toBe(text)
  expect(text.match(/^\| `(?:GET|POST|PUT|DELETE) /gm)).toHaveLength(routes.length)
})
