import type { SkillRemoval, StoreOutcome } from '../../contracts/store-outcomes.js'
import { renderRemove } from '../../contracts/store-renderers.js'
import { wordsForPlace } from '../../manager/store-operations/locate-installed.js'
import { type Command, type Input, misuse } from '../arguments/command.js'
import { typeAgain } from '../arguments/typed-again.js'
import { composeLinks } from '../store/link-lines.js'
import { removePluginTask } from '../store/plugin-tasks.js'
import {
  PERSONAL,
  PROJECT,
  runStoreCommand,
  type StoreTask,
  taskForOne,
  WHERE_NAMES_ARE,
} from '../store/store-command.js'
import { composeNotices } from '../store/store-lines.js'
import { styled } from '../terminal/lines.js'

export const command: Command = {
  name: 'remove',
  summary: 'Remove an installed skill',
  details: [
    "Only removes skills that are in a lockfile, not other directories. The last version is kept; 'metier rollback' restores it.",
    WHERE_NAMES_ARE,
  ],
  arguments: [
    { name: 'NAME', summary: 'Name of the skill; not with --plugin', isOptional: true, completes: 'installed' },
  ],
  options: [
    { name: 'plugin', kind: 'text', value: 'PLUGIN', summary: 'Remove every installed skill of this plugin' },
    PROJECT,
    PERSONAL,
  ],
  examples: [
    { line: 'metier remove pdf', summary: 'Remove a skill' },
    { line: 'metier remove --plugin pdf-tools', summary: 'Remove the skills of one plugin' },
    { line: 'metier remove pdf --project', summary: 'Remove a skill from this project only' },
  ],
  run: (input, context) => {
    const name = input.argument('NAME')
    const plugin = input.text('plugin')
    if (name !== undefined && plugin !== undefined) return misuse('--plugin cannot be used with NAME')
    if (plugin !== undefined) return runStoreCommand(input, context, removePluginTask(plugin, input))
    if (name === undefined) {
      const json = { error: "skill name required for 'remove' action" }
      return misuse('missing argument NAME', ["Run 'metier help remove' to see its usage."], json)
    }
    return runStoreCommand(input, context, removeTask(name, input))
  },
}

function removeTask(name: string, input: Input): StoreTask<StoreOutcome<SkillRemoval>> {
  return taskForOne({
    run: (writer, options) => writer.remove(name, options),
    render: renderRemove,
    composeDone: (removal) => [
      removal.isKept
        ? [`Removed ${removal.name} (undo: `, styled(composeUndo(input, removal), 'cyan'), ')']
        : `Removed ${removal.name}; its files were already missing`,
      ...composeNotices(removal.notices),
      ...composeLinks({ outcomes: removal.links, unneeded: [] }),
    ],
  })
}

/** Names the root again if the name alone would mean another skill. */
function composeUndo(input: Input, { root, scope, name, rivals, entry }: SkillRemoval): string {
  const words = rivals.length === 0 ? [] : wordsForPlace({ root, scope, name }, rivals)
  // As the store keeps it: without its files, no other name leads to it.
  return typeAgain({ ...input, command: 'rollback' }, { skill: name, with: [...words, ...allowing(entry)] })
}

/** A rollback scans again, so it needs the rules that were overridden for these files. */
function allowing({ verdict, approval }: SkillRemoval['entry']): readonly string[] {
  if (verdict !== 'block' || approval === null) return []
  return [...approval.rules.flatMap((rule) => ['--allow-rule', rule]), '--digest', approval.digest]
}
