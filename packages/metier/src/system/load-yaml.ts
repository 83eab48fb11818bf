/** Loads the `yaml` package synchronously, because documents are. The build replaces this file: see `build/yaml.mjs`. */

export type Yaml = Pick<typeof import('yaml'), 'Composer' | 'isAlias' | 'isMap' | 'isScalar' | 'Parser'>

export function loadYaml(): Yaml {
  return process.getBuiltinModule('node:module').createRequire(import.meta.url)('yaml') as Yaml
}
