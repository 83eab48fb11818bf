import { DESTINATIONS } from '../keys/shortcuts.js'
import { useSingleKeys } from '../keys/use-shortcuts.js'
import { Dialog } from '../parts/dialog.js'

const GENERAL: readonly (readonly [string, string])[] = [
  ['/', 'Search, or go to the skills'],
  ['?', 'Show these shortcuts'],
  ['↑ ↓', 'Move in a table (also j and k)'],
  ['Enter', 'Open the selected row'],
  ['Esc', 'Close, or clear the search'],
]

export function Help({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="keys">
        {GENERAL.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {Object.entries(DESTINATIONS).map(([key, { label }]) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>Go to {label}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        Use single-key shortcuts
      </label>
    </Dialog>
  )
}
