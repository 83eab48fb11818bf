/** A script reduced to the flow of its values; JavaScript, TypeScript and Python all become this. */

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
    /** An assembled text. */
    | { readonly type: 'concat'; readonly parts: readonly Expression[] }
    | { readonly type: 'list'; readonly parts: readonly Expression[] }
    | {
        readonly type: 'object'
        readonly fields: readonly (readonly [string, Expression])[]
        readonly rest: readonly Expression[]
      }
    /** Anything that passes on what its parts carry. */
    | { readonly type: 'mix'; readonly parts: readonly Expression[] }
    | { readonly type: 'function'; readonly parameters: readonly string[]; readonly body: readonly Step[] }
  )

/** An assignment: to a name, to part of a value, or to a field. */
export interface Target {
  readonly name: string
  /** Destructured: `const { exec } = …`. */
  readonly field?: string | undefined
  /** Stored in an existing value: `record[key] = …`. */
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
  /** The offset where the parser failed. */
  readonly brokenAt: number | undefined
}
