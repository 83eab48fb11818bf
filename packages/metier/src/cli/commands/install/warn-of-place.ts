/** Warns about a project's skill from a directory that no clone of the project has. */

import { dirname } from 'node:path'
import { findInstallRoot } from '../../../manager/store-operations/store-context.js'
import { findRepository } from '../../../registry/roots.js'
import { parseSourceReference } from '../../../sources/reference.js'
import { isInside } from '../../../system/files/contained-file.js'
import type { Context, Input } from '../../arguments/command.js'
import { findSurroundings } from '../../skills/open-skills.js'
import type { StoreTask } from '../../store/store-command.js'
import { type Line, styled } from '../../terminal/lines.js'

/** A task that ends with a warning if its lockfile names a directory outside the project. */
export function warningOfPlace<Given>(
  task: StoreTask<Given>,
  from: string,
  input: Input,
  context: Context,
): StoreTask<Given> {
  const directory = input.flag('project') ? findOutside(from, context) : undefined
  if (directory === undefined) return task
  return {
    ...task,
    warn: (given, reader) => {
      const isDone = task.findFailure(given) === undefined
      return [...(task.warn?.(given, reader) ?? []), ...(isDone ? describe(directory) : [])]
    },
  }
}

function findOutside(from: string, context: Context): string | undefined {
  const surroundings = findSurroundings(context, false)
  const { home } = surroundings.place
  const reference = parseSourceReference(from, { home, workdir: context.workdir })
  const root = findInstallRoot(surroundings, true)
  if (!reference.ok || reference.value.kind !== 'local' || !root.ok) return undefined
  const { location } = reference.value
  const project = dirname(dirname(root.value.path))
  const places = [project, findRepository(project, home) ?? project]
  return places.some((place) => isInside(location, place)) ? undefined : location
}

function describe(directory: string): readonly Line[] {
  return [
    [styled('warning: ', 'yellow'), `the lockfile names ${directory}, which is outside the project`],
    'On another machine it cannot restore the skill. Commit the installed files, or install from a repository, a registry or a directory of the project.',
  ]
}
