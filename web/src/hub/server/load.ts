import { listenToConnection, noteLost } from './connection.js'

/** The code of a page. If it cannot be loaded, the hub is gone or was updated: the page starts again once the hub answers. */
export async function load<T>(read: () => Promise<T>): Promise<{ readonly default: T }> {
  try {
    return { default: await read() }
  } catch {
    listenToConnection((news) => {
      if (news === 'regained') window.location.reload()
    })
    noteLost()
    return new Promise(() => undefined)
  }
}
