// Setting up a watch on a tree: ours, chokidar's, and the bare calls.
import { readdirSync, watch } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { timed } from '../lib/measure.mjs'
import { openManager } from '../lib/metier.mjs'
import { importPackage } from '../lib/modules.mjs'

const WATCHERS = { metier: prepareMetier, chokidar: prepareChokidar, 'fs.watch': prepareBare }

export async function measure({ watcher, ...place }) {
  const start = await WATCHERS[watcher](place)
  const before = process.memoryUsage().rss
  const { wall, processor } = await timed(start)
  return { wallMs: wall, cpuMs: processor, rssMb: (process.memoryUsage().rss - before) / 2 ** 20 }
}

async function prepareMetier(place) {
  const manager = await openManager(place)
  return async () => {
    manager.watch(() => undefined)
    await nextTurn()
  }
}

async function prepareChokidar({ compat, root }) {
  const chokidar = await importPackage(compat, 'chokidar')
  return () =>
    new Promise((resolve, reject) => {
      chokidar.watch(root, { ignoreInitial: true }).on('ready', resolve).on('error', reject)
    })
}

async function prepareBare({ root }) {
  return () => {
    const folders = [root, ...readdirSync(root).map((name) => `${root}/${name}`)]
    for (const folder of folders) watch(folder, { persistent: false }, () => undefined)
  }
}
