/** Settings of the JavaScript engine for the scan process, in which much code and many patterns run for a moment only. */

export const ENGINE_SETTINGS: readonly string[] = [
  // To optimize a function costs more than it saves unless the function runs long: a quarter of the processor time.
  '--interrupt-budget=3000000',
  // Compile a pattern once instead of twice: a seventh of a small scan.
  '--no-regexp-tier-up',
  // Collect garbage when the heap has doubled, not later: a quarter of the peak for a large skill.
  '--heap-growing-percent=100',
]

/** To be called before anything is compiled. An engine that does not know a setting does without. */
export function tuneEngine(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  for (const flag of ENGINE_SETTINGS) setFlagsFromString(flag)
}
