import { readFileSync } from 'node:fs'

/** Bits of YAML that mean something, for texts to be made of or edited with: the list that the evaluation uses. */
export const YAML_PIECES: readonly string[] = JSON.parse(
  readFileSync(new URL('../../../../evals/lib/yaml-pieces.json', import.meta.url), 'utf8'),
)
