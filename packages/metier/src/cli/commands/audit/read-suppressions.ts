import type { Suppression } from '../../../gate/suppression.js'
import { settleOptions } from '../../../manager/options.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import type { Context } from '../../arguments/command.js'

/** The findings that the user's configuration accepts. A project's configuration has no effect. */
export function readSuppressions({ workdir, config }: Pick<Context, 'workdir' | 'config'>): readonly Suppression[] {
  const { userConfiguration } = settleOptions({ workdir, ...(config !== undefined && { config }) })
  return loadSettings({ user: userConfiguration, project: undefined }).suppressions
}
