/** Settings of the JavaScript engine for the scan process, in which much code and many patterns run for a moment only. */

/**
 * What one setting is for, in the words of each engine. To optimize a function costs more than it saves unless the function runs
 * long: a quarter of the processor time. Node 20 counts bytes of code, Node 22 and later count calls.
 */
const OPTIMIZE_LATE = [
  ['--interrupt-budget=3000000'],
  ['--invocation-count-for-maglev=6000', '--invocation-count-for-turbofan=45000', '--invocation-count-for-osr=7500'],
]

/** Each setting in the forms that engines have had for it; the engine must know one form of each. */
export const ENGINE_SETTINGS: readonly (readonly (readonly string[])[])[] = [
  OPTIMIZE_LATE,
  // Compile a pattern once instead of twice: a seventh of a small scan.
  [['--no-regexp-tier-up']],
  // Collect garbage when the heap has doubled, not later: a quarter of the peak for a large skill.
  [['--heap-growing-percent=100']],
]

/** To be called before anything is compiled. An engine ignores what it does not know. */
export function tuneEngine(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const flag of ENGINE_SETTINGS.flat(2)) setFlagsFromString(flag)
}
