import type { RequirementView, SkillView } from '@api/skill.js'
import { Command } from '../../parts/copy.js'
import { FixSteps } from '../../parts/fixes.js'
import { Panel } from '../../parts/panel.js'
import { ReloadButton } from '../../parts/reload-button.js'
import { SIGHTS, SightMark } from '../../parts/sight-mark.js'
import { YesNo } from '../../parts/state.js'
import { Link } from '../../router/link.js'
import { skillPath } from '../../router/route.js'
import { Diagnostics } from '../overview/diagnostics.js'
import { Actions } from './actions.js'

/** Shown with every tab: can it be used, what can be done, who sees it. */
export function Side({ skill }: { readonly skill: SkillView }) {
  return (
    <div className="stack-large skill-side">
      <Requirements skill={skill} />
      <Actions skill={skill} />
      {skill.diagnostics.length === 0 ? null : (
        <Panel
          title={
            skill.diagnostics.every(({ severity }) => severity === 'notice')
              ? 'Notes on its files'
              : 'Problems in its files'
          }
        >
          <Diagnostics diagnostics={skill.diagnostics} />
        </Panel>
      )}
      <SeenBy skill={skill} />
      <Place skill={skill} />
    </div>
  )
}

const KINDS: Readonly<Record<RequirementView['kind'], string>> = {
  bin: 'program',
  any_bin: 'one of these programs',
  env: 'variable',
  config: 'setting',
  os: 'operating system',
  arch: 'processor',
  tool: 'tool',
  skill: 'skill',
  unreadable: 'cannot be read',
}

function Requirements({ skill }: { readonly skill: SkillView }) {
  // The checklist says what is missing; other reasons have only these words.
  const reasons = skill.state === 'ineligible' && skill.requirements.some(({ isMet }) => !isMet) ? [] : skill.reasons
  return (
    <Panel title={skill.state === 'eligible' ? 'Can be used here' : 'Cannot be used here'} isPadded>
      {reasons.length === 0 ? null : (
        <ul className="rows-tight">
          {reasons.map((reason) => (
            <li key={reason} className="break">
              {reason}
            </li>
          ))}
        </ul>
      )}
      {skill.shadowedBy === null ? null : (
        <p>
          Hidden by <Link to={skillPath(skill.shadowedBy)}>{skill.shadowedBy}</Link>
        </p>
      )}
      {skill.requirements.length === 0 ? (
        <p className="soft">It declares no requirements.</p>
      ) : (
        <ul className="rows-tight checklist">
          {skill.requirements.map(({ kind, names, isMet }) => (
            <li key={`${kind} ${names.join()}`} className="row-apart">
              <span className={isMet ? '' : 'strong'}>
                <YesNo isYes={isMet} word="" />
                <span className="visually-hidden">{isMet ? 'Met: ' : 'Missing: '}</span>
                <span className="mono break">{names.join(' or ')}</span>
              </span>
              <span className="small">
                <span className="soft">{KINDS[kind]}</span>
                {isMet ? null : <span className="bad"> · missing</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {skill.fixes.length === 0 ? null : (
        <div className="stack">
          <h3>To fix it on this machine</h3>
          <FixSteps fixes={skill.fixes} />
        </div>
      )}
      {skill.state === 'ineligible' ? (
        <div className="action">
          <ReloadButton command={skill.recheck}>Check again</ReloadButton>
          <Command text={skill.recheck} />
        </div>
      ) : null}
    </Panel>
  )
}

function SeenBy({ skill }: { readonly skill: SkillView }) {
  if (skill.seenBy.length === 0) return null
  return (
    <Panel title="Seen by">
      <ul className="rows-tight panel-note-ink">
        {skill.seenBy.map(({ agent, title, how, folder }) => (
          <li key={agent} className="row-apart" title={folder ?? undefined}>
            <span>{title}</span>
            <span className="mark soft small">
              <SightMark how={how} /> {SIGHTS[how].word}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Place({ skill }: { readonly skill: SkillView }) {
  return (
    <p className="soft small break">
      <span className="mono">{skill.directory}</span>
      {skill.sets.length === 0 ? '' : ` · in ${skill.sets.join(', ')}`}
      {skill.shadows.length === 0 ? null : ` · hides ${skill.shadows.join(', ')}`}
    </p>
  )
}
