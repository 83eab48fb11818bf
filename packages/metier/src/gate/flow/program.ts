/** A script reduced to the flow of its values; JavaScript, TypeScript and Python all become this. */

interface Placed {
  readonly at: number
}

export type Expression = Placed &
  (
    | {
        readonly type: 'text'
        readonly value: string
        /** Iterated, it gives numbers: `b'…'`. */
        readonly isBytes?: boolean
      }
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
    /** An argument with a name: `data=…`. */
    | { readonly type: 'named'; readonly name: string; readonly value: Expression }
    /** Anything that passes on what its parts carry. */
    | { readonly type: 'mix'; readonly parts: readonly Expression[] }
    | FunctionExpression
    /** The value of its last part, computed once for each element of the first: `[f(x) for x in list]`. */
    | {
        readonly type: 'each'
        readonly targets: readonly Target[]
        readonly over: Expression
        readonly value: Expression
      }
    /** An assignment that is also a value. */
    | { readonly type: 'set'; readonly targets: readonly Target[]; readonly value: Expression }
    /** Bits or numbers combined: `a ^ b`. */
    | { readonly type: 'operation'; readonly operator: string; readonly parts: readonly Expression[] }
    | {
        readonly type: 'class'
        readonly name: string
        readonly bases: readonly Expression[]
        readonly body: readonly Step[]
      }
  )

/** A function, a method, or a getter that is called by naming it. */
export interface FunctionExpression extends Placed {
  readonly type: 'function'
  readonly parameters: readonly FunctionParameter[]
  readonly body: readonly Step[]
  /** Whether `this` is the object it is written in. */
  readonly isMethod?: boolean
  readonly isGetter?: boolean
}

export interface FunctionParameter {
  /** One name, or several if the argument is taken apart. */
  readonly targets: readonly NameTarget[]
  /** The value without an argument. */
  readonly fallback?: Expression | undefined
  /** Takes all further arguments. */
  readonly isRest?: boolean
}

/** An assignment: to a name or to part of a value, or to a field of an existing value. */
export type Target = NameTarget | FieldTarget

export interface NameTarget {
  readonly name: string
  /** Destructured: `const { exec } = …`. */
  readonly field?: string | undefined
  /** If there is no such field. */
  readonly fallback?: Expression | undefined
}

/** `record[key] = …`. */
export interface FieldTarget {
  readonly object: Expression
  readonly property: Expression
}

export type Step = Placed &
  (
    | { readonly type: 'assign'; readonly targets: readonly Target[]; readonly value: Expression }
    | { readonly type: 'do'; readonly value: Expression }
    | { readonly type: 'return'; readonly value: Expression }
    | { readonly type: 'import'; readonly name: string; readonly from: string }
    /** Names that a function shares with its script. */
    | { readonly type: 'global'; readonly names: readonly string[] }
  )

export interface Program {
  readonly steps: readonly Step[]
  /** The offset where the parser failed. */
  readonly brokenAt: number | undefined
}
