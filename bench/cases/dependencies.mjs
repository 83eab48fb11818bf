// Which modules beyond Node's own are loaded by importing the library, opening a tree and listing it.
import { register } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { openManager } from '../lib/metier.mjs'

/** A module that reports every address that is resolved. */
const HOOKS = `
let port
export const initialize = (data) => { port = data.port }
export const resolve = async (word, context, next) => {
  const resolved = await next(word, context)
  port.postMessage(resolved.url)
  return resolved
}`

export async function measure(place) {
  const { port1, port2 } = new MessageChannel()
  const urls = []
  port1.on('message', (url) => urls.push(url))
  port1.unref()
  const address = `data:text/javascript,${encodeURIComponent(HOOKS)}`
  register(address, { data: { port: port2 }, transferList: [port2] })
  const manager = await openManager(place)
  manager.getAvailableSkills()
  await wait(100)
  const foreign = urls.filter((url) => url.includes('/node_modules/'))
  const ours = urls.filter(
    (url) => url.startsWith('file:') && !url.includes('/node_modules/') && !url.includes('/bench/'),
  )
  return { dependencies: foreign.length, names: [...new Set(foreign.map(packageOf))], files: new Set(ours).size }
}

function packageOf(url) {
  return url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
}
