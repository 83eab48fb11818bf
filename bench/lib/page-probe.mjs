// What runs inside a page that is measured, before its own scripts.

/** Notes when a table can be used, when keys go down, and when what they changed was painted. */
export function installProbe() {
  const probe = { tableAt: undefined, keyAt: 0, paintedAt: 0 }
  globalThis.probe = probe
  const nextPaint = (done) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(undefined)
    })
  probe.frame = () => new Promise((resolve) => nextPaint(resolve))
  addEventListener('keydown', ({ timeStamp }) => Object.assign(probe, { keyAt: timeStamp, paintedAt: 0 }), true)
  const changed = () => {
    if (
      probe.tableAt === undefined &&
      document.querySelector('[role="grid"] [role="row"][aria-rowindex="2"]') !== null
    ) {
      probe.tableAt = -1
      nextPaint((at) => Object.assign(probe, { tableAt: at }))
    }
    nextPaint((at) => Object.assign(probe, { paintedAt: at }))
  }
  new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true })
  probe.scroll = async (selector, pixels) => {
    const element = selector === undefined ? document.scrollingElement : document.querySelector(selector)
    const isAtEnd = element.scrollTop + pixels > element.scrollHeight - element.clientHeight
    element.scrollTop = isAtEnd ? 0 : element.scrollTop + pixels
    await probe.frame()
    await probe.frame()
  }
  const answers = new Map()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { pathname, searchParams } = new URL(entry.name)
      if (pathname === '/api/search') answers.set(searchParams.get('query'), entry)
    }
  }).observe({ type: 'resource', buffered: true })
  /** From the last key until the answer to its search was painted. An answer that changes nothing ends with itself. */
  probe.searched = async (query) => {
    while (!answers.has(query)) await probe.frame()
    const { startTime, responseEnd } = answers.get(query)
    await probe.frame()
    await probe.frame()
    return { whole: Math.max(probe.paintedAt, responseEnd) - probe.keyAt, server: responseEnd - startTime }
  }
}
