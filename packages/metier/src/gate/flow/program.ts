/** A script as far as values flow through it; JavaScript, TypeScript and Python are all written down like this. */

interface Placed {
  readonly at: number
}

export type Expression = Placed &
  (
    | { readonly type: 'text'; readonly value: string }
    | { readonly type: 'number'; readonly value: number }
    | { readonly type: 'name'; readonly name: string }
    | { readonly type: 'member'; readonly object: Expression; readonly property: Expression }
    | { readonly type: 'call'; readonly callee: Expression; readonly given: readonly Expression[] }
    /** A text that is put together. */
    | { readonly type: 'concat'; readonly parts: readonly Expression[] }
    | { readonly type: 'list'; readonly parts: readonly Expression[] }
    | {
        readonly type: 'object'
        readonly fields: readonly (readonly [string, Expression])[]
        readonly rest: readonly Expression[]
      }
    /** Whatever passes on what its parts carry. */
    | { readonly type: 'mix'; readonly parts: readonly Expression[] }
    | { readonly type: 'function'; readonly parameters: readonly string[]; readonly body: readonly Step[] }
  )

/** A name that a value is given, by itself, as one part of the value, or as one field of it. */
export interface Target {
  readonly name: string
  /** Taken out of the value: `const { exec } = …`. */
  readonly field?: string | undefined
  /** Put into something that is there: `record[key] = …`. */
  readonly isInto?: boolean
}

export type Step = Placed &
  (
    | { readonly type: 'assign'; readonly targets: readonly Target[]; readonly value: Expression }
    | { readonly type: 'do'; readonly value: Expression }
    | { readonly type: 'return'; readonly value: Expression }
    | { readonly type: 'import'; readonly name: string; readonly from: string }
  )

export interface Program {
  readonly steps: readonly Step[]
  /** Where the parser lost its way, from the text's beginning. */
  readonly brokenAt: number | undefined
}
