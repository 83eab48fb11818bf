/** What a tool's schema says about its parameters, for the compiler: hosts write `execute` without annotations. */

import type { JsonSchema } from '../../skill/json-schema.js'

/** Any schema of the Standard Schema family: zod, valibot, arktype, or your own. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): StandardOutcome<Output> | Promise<StandardOutcome<Output>>
    readonly jsonSchema?: { input(options?: unknown): JsonSchema }
    /** For the compiler alone; it has no value at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

type StandardOutcome<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] }

/**
 * The parameters that a schema describes: the output of a Standard Schema, or the type of a JSON Schema whose literal the
 * compiler knows. A schema that says too little gives a record of unknown values.
 */
export type ToolParams<Schema> = Schema extends { readonly '~standard': infer Standard }
  ? OrRecord<OutputOf<Standard>>
  : OrRecord<FromJsonSchema<Schema>>

type OrRecord<Params> = unknown extends Params ? Readonly<Record<string, unknown>> : Params

type OutputOf<Standard> = Standard extends { readonly types?: infer Types }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : unknown

/** The type of the values that a JSON Schema accepts, eight levels deep; `unknown` for what it cannot tell. */
export type FromJsonSchema<Schema, Depth extends readonly unknown[] = []> = Depth['length'] extends 8
  ? unknown
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly type: infer Type }
        ? FromType<Type extends readonly (infer One)[] ? One : Type, Schema, [...Depth, unknown]>
        : unknown

interface Scalars {
  readonly string: string
  readonly number: number
  readonly integer: number
  readonly boolean: boolean
  readonly null: null
}

type FromType<Type, Schema, Depth extends readonly unknown[]> = Type extends keyof Scalars
  ? Scalars[Type]
  : Type extends 'array'
    ? FromArray<Schema, Depth>
    : Type extends 'object'
      ? FromObject<Schema, Depth>
      : unknown

type FromArray<Schema, Depth extends readonly unknown[]> = Schema extends { readonly items: infer Items }
  ? FromJsonSchema<Items, Depth>[]
  : unknown[]

type FromObject<Schema, Depth extends readonly unknown[]> = Schema extends { readonly properties: infer Properties }
  ? ObjectOf<Properties, RequiredOf<Schema>, Depth> extends infer Whole
    ? // Written out again as one type, as an editor should show it.
      { [Key in keyof Whole]: Whole[Key] }
    : never
  : Record<string, unknown>

type ObjectOf<Properties, Required, Depth extends readonly unknown[]> = {
  -readonly [Key in Extract<keyof Properties, Required>]: FromJsonSchema<Properties[Key], Depth>
} & {
  -readonly [Key in Exclude<keyof Properties, Required>]?: FromJsonSchema<Properties[Key], Depth>
}

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never
