/** The version that an author wrote into a SKILL.md, for sources that know only commits and digests. */

import { join } from 'node:path'
import { LIMITS } from '../../skill/limits.js'
import { parseSkill } from '../../skill/parse.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { readYaml } from '../../system/yaml.js'

export async function readDeclaredVersion(folder: string): Promise<string | undefined> {
  const reading = await readSmallFile(join(folder, 'SKILL.md'), LIMITS.skillFileBytes)
  if (!('bytes' in reading)) return undefined
  return parseSkill(reading.bytes.toString('utf8'), { readYaml }).traits.version
}
