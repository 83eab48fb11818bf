import { Panel } from '../../parts/panel.js'

const STEPS: readonly (readonly [title: string, text: string])[] = [
  ['Trust', 'Only sources that you trust are contacted. Directories on this machine are trusted.'],
  ['Fetch and limits', 'The files go to quarantine. Too many, too large or irregular files are refused.'],
  ['Validate', 'SKILL.md must be valid.'],
  ['Scan', 'Every file is checked for dangerous content. A line that blocks it is shown with the reason.'],
  ['Signature and conflict', 'Who signed it, and which skill it would replace.'],
  ['Agree', 'You read the files and agree with their digest. Exactly these files are installed, and you can undo it.'],
]

/** Shown before anything is chosen: what will happen. */
export function GateGuide() {
  return (
    <Panel title="What happens with a skill">
      <ol className="gate">
        {STEPS.map(([title, text], at) => (
          <li key={title} className="gate-step">
            <span className="gate-mark soft" aria-hidden="true">
              {at + 1}
            </span>
            <p>
              <strong>{title}</strong> <span className="soft">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
