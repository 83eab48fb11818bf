// The hub under load: search, list, one skill and a download, with 1, 16 and 64 connections, on both databases.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendLoad } from '../hub/load.mjs'
import { loadRows, writeRows } from '../hub/seed.mjs'
import { findPostgres, migrateHub, startHub, startPostgres, startServer } from '../hub/servers.mjs'
import { makeQueries, makeSkills } from '../hub/texts.mjs'
import { figure, format } from '../lib/figures.mjs'

export const title = 'The hub under load'

const CONNECTIONS = [1, 16, 64]
const SIZES = [1_000, 10_000, 100_000]

export async function run(context) {
  const sizes = SIZES.filter((size) => context.sizes === undefined || context.sizes.includes(size))
  const milliseconds = context.quick ? 500 : 3_000
  const rows = []
  for (const size of sizes) {
    // The server reads the rows as another user.
    const folder = mkdtempSync(join(tmpdir(), 'metier-bench-rows-'))
    try {
      const files = await writeRows(folder, size, context.dist)
      for (const place of places(context, size)) rows.push(...(await measure(place, size, files, milliseconds)))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const floor = await measureFloor(milliseconds, rows)
  return { tables: [describe(rows), describeFloor(floor)], figures: judge(rows, floor), notes: [] }
}

async function measure(place, size, files, milliseconds) {
  const hub = await place.open(files)
  const rows = []
  try {
    for (const [operation, paths] of Object.entries(makePaths(size))) {
      for (const connections of CONNECTIONS) {
        const load = await sendLoad({ urls: hub.urls, paths, connections, milliseconds })
        rows.push({ database: place.name, size, operation, connections, ...load })
      }
    }
    return rows
  } finally {
    await hub.close()
  }
}

/** The databases that are here: the embedded one, and a server with one and with two processes. */
function places(context, size) {
  const embedded = {
    name: 'PGlite',
    open: async (files) => {
      const data = join(context.folder, `hub-data-${size}`)
      migrateHub({ METIER_HUB_DATA: data })
      await fillEmbedded(join(data, 'database'), files)
      const hub = await startHub({ METIER_HUB_DATA: data })
      return { urls: [hub.url], close: hub.stop }
    },
  }
  const programs = findPostgres()
  return programs === undefined ? [embedded] : [embedded, ...[1, 2].map((count) => onServer(programs, count))]
}

function onServer(programs, count) {
  return {
    name: count === 1 ? 'PostgreSQL' : `PostgreSQL, ${count} processes`,
    open: async (files) => {
      const server = await startPostgres(programs)
      const variables = { DATABASE_URL: server.url }
      await retry(() => migrateHub(variables))
      await fillServer(server.url, files)
      const hubs = await Promise.all(Array.from({ length: count }, () => startHub(variables)))
      const close = async () => {
        await Promise.all(hubs.map(({ stop }) => stop()))
        await server.stop()
      }
      return { urls: hubs.map(({ url }) => url), close }
    },
  }
}

/** The server takes a moment to start. */
async function retry(work) {
  for (let attempt = 0; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt > 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

async function fillEmbedded(directory, files) {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  const lite = await PGlite.create({ dataDir: directory, extensions: { pg_trgm } })
  const copy = (table, file) =>
    lite.query(`copy ${table} from '/dev/blob'`, [], { blob: new Blob([readFileSync(file)]) })
  await loadRows(files, { copy, query: (text) => lite.query(text) })
  await lite.close()
}

async function fillServer(url, files) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const copy = (table, file) => client.query(`copy ${table} from '${file}'`)
  await loadRows(files, { copy, query: (text) => client.query(text) })
  await client.end()
}

function makePaths(size) {
  const names = []
  for (const { name } of makeSkills(Math.min(size, 200))) names.push(name)
  return {
    search: makeQueries(200).map((query) => `/api/v1/search?q=${encodeURIComponent(query)}`),
    list: ['updated', 'downloads', 'name'].map((sort) => `/api/v1/skills?sort=${sort}&limit=25`),
    skill: names.map((name) => `/api/v1/skills/${name}`),
    download: names.map((name) => `/api/v1/download?slug=${name}`),
  }
}

async function measureFloor(milliseconds, rows) {
  const bytes = Math.round(
    rows
      .filter(({ operation }) => operation === 'download')
      .map(({ megabytesPerSecond, perSecond }) => (megabytesPerSecond * 1e6) / perSecond)[0] ?? 1_000,
  )
  const bare = await startServer([join(import.meta.dirname, '../hub/bare-server.mjs'), String(bytes)])
  try {
    const loads = []
    for (const connections of CONNECTIONS) {
      loads.push({ connections, ...(await sendLoad({ urls: [bare.url], paths: ['/'], connections, milliseconds })) })
    }
    return { bytes, loads }
  } finally {
    await bare.stop()
  }
}

function describe(rows) {
  return {
    caption: 'requests per second and milliseconds; distinct texts, seeded by COPY, limits of requests off',
    head: ['database', 'skills', 'request', 'connections', 'per second', 'p50', 'p99', 'errors'],
    rows: rows.map(({ database, size, operation, connections, perSecond, p50, p99, errors }) => [
      database,
      format(size),
      operation,
      String(connections),
      format(perSecond),
      format(p50),
      format(p99),
      String(errors),
    ]),
  }
}

function describeFloor({ bytes, loads }) {
  return {
    caption: `a bare hono server that sends ${format(bytes)} bytes`,
    head: ['connections', 'per second', 'p50', 'p99'],
    rows: loads.map(({ connections, perSecond, p50, p99 }) => [
      String(connections),
      format(perSecond),
      format(p50),
      format(p99),
    ]),
  }
}

function judge(rows, floor) {
  const figures = [
    figure({
      bar: 'hub',
      what: 'requests that failed',
      value: rows.reduce((sum, { errors }) => sum + errors, 0),
      unit: '',
      limit: 0,
      isExact: true,
    }),
  ]
  for (const database of new Set(rows.map((row) => row.database))) {
    const own = rows.filter((row) => row.database === database)
    const searches = own.filter(({ operation, connections }) => operation === 'search' && connections === 1)
    const [small, large] = [searches[0], searches.at(-1)]
    if (small !== undefined && large !== undefined && large.size > small.size) {
      const value = Math.log(large.p50 / small.p50) / Math.log(large.size / small.size)
      figures.push(
        figure({
          bar: 'hub',
          what: `${database}: growth exponent of search`,
          value,
          unit: '',
          limit: 0.5,
          isExact: true,
        }),
      )
    }
    const download = own.filter(({ operation, connections }) => operation === 'download' && connections === 16).at(-1)
    const bare = floor.loads.find(({ connections }) => connections === 16)
    if (download !== undefined && bare !== undefined) {
      const value = download.perSecond / bare.perSecond
      figures.push(
        figure({
          bar: 'hub',
          what: `${database}: downloads over those of a bare server`,
          value,
          unit: 'x',
          limit: 0.5,
          better: 'higher',
          isExact: true,
        }),
      )
    }
  }
  return figures
}
