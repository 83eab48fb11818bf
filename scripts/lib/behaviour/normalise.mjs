// Takes out of a record what differs from run to run and from machine to machine: places, ports, times, random names.

// How far a time that was taken during a scenario can lie from the time at which it is recorded.
const WINDOW = 15 * 60_000

/** The record of a machine as it would be anywhere. */
export function normalise(text, machine, version) {
  const named = namePlaces(text, machine)
    .replaceAll(new RegExp(`(?<![\\w.])${escapePattern(version)}(?![\\w.])`, 'g'), '<version>')
    .replaceAll(/127\.0\.0\.1(:|%3A)\d{2,5}\b/g, '127.0.0.1$1<port>')
    // Named after the paths of the roots.
    .replaceAll(/\bindex-[0-9a-f]{4,8}(?=\.bin\b)/g, 'index-<roots>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>')
  return nameDurations(nameTimes(named))
}

/** Longer paths first, since some lie in others. */
function namePlaces(text, machine) {
  const places = [
    [machine.home, '<home>'],
    [machine.project, '<project>'],
    [machine.bin, '<bin>'],
    [machine.cache, '<cache>'],
    [machine.temporary, '<tmp>'],
    [machine.packageFolder, '<package>'],
    [machine.place, '<place>'],
    [process.execPath, '<node>'],
  ]
  const sorted = places.toSorted(([one], [other]) => other.length - one.length)
  return sorted.reduce((all, [path, name]) => all.replaceAll(path, name), text)
}

/** Times of this run; those that fixtures name stay. */
function nameTimes(text) {
  const isNow = (milliseconds) => Math.abs(milliseconds - Date.now()) < WINDOW
  return text
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => (isNow(Date.parse(time)) ? '<time>' : time))
    .replaceAll(/\b\d{13}\b/g, (time) => (isNow(Number(time)) ? '<time>' : time))
}

/** Durations, and the digest of an activation, which covers the path of the skill's folder. */
function nameDurations(text) {
  return text
    .replaceAll(/("(?:milliseconds|p50|p95|max)"): ?\d+(?:\.\d+)?/g, '$1: <duration>')
    .replaceAll(/(\\?"digest\\?": ?\\?")[0-9a-f]{64}(?=\\?")/g, '$1<digest>')
    .replaceAll(/(\\?"activation\\?": ?\\?")[\w-]{16,}(?=\\?")/g, '$1<activation>')
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|milliseconds)\b/g, '<duration>')
}

function escapePattern(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
