import type { FixView } from '@api/common.js'
import { Command } from './copy.js'

/** Steps that are all needed; commands that provide the same are alternatives of one step. */
export function FixSteps({ fixes }: { readonly fixes: readonly FixView[] }) {
  const steps = new Map<string, FixView[]>()
  for (const fix of fixes) {
    const step = (fix.provides ?? [fix.command]).join('\n')
    steps.set(step, [...(steps.get(step) ?? []), fix])
  }
  return (
    <div className="fixes">
      {[...steps].map(([step, alternatives]) => (
        <Fixes key={step} fixes={alternatives} most={6} />
      ))}
    </div>
  )
}

/** Commands of which one is enough, the best first. */
export function Fixes({ fixes, most = 3 }: { readonly fixes: readonly FixView[]; readonly most?: number }) {
  const [first, ...others] = fixes
  if (first === undefined) return null
  const shown = others.slice(0, most - 1)
  return (
    <div className="fixes">
      <Fix fix={first} />
      {shown.length === 0 ? null : (
        <details>
          <summary>
            {shown.length} other {shown.length === 1 ? 'way' : 'ways'}
          </summary>
          <div className="fixes">
            {shown.map((fix) => (
              <Fix key={fix.command} fix={fix} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

function Fix({ fix }: { readonly fix: FixView }) {
  return (
    <div>
      <Command text={fix.command} />
      {fix.remark === undefined ? null : <p className="soft small break fix-remark">{fix.remark}</p>}
    </div>
  )
}
