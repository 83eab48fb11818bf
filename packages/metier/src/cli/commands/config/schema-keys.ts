/** The settings that the published JSON Schema describes, so that a shell completes what an editor completes. */

import schema from '../../../../schemas/config.schema.json' with { type: 'json' }

interface SettingSchema {
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, SettingSchema>>
}

const settings = schema as SettingSchema

/** The key of every setting, without those that contain further ones. */
export function listSchemaKeys(): readonly string[] {
  return listKeys(settings, []).filter((key) => key !== '$schema')
}

/** The words that a setting accepts; none if it accepts others too. */
export function findSchemaWords(key: string): readonly string[] {
  const found = key.split('.').reduce<SettingSchema | undefined>((node, part) => node?.properties?.[part], settings)
  return found?.enum ?? []
}

function listKeys({ properties }: SettingSchema, parts: readonly string[]): readonly string[] {
  if (properties === undefined) return [parts.join('.')]
  return Object.entries(properties).flatMap(([name, inner]) => listKeys(inner, [...parts, name]))
}
