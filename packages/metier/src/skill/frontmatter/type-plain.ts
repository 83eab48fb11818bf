/** The value of a plain scalar by the core schema of YAML 1.2. */
export function typePlain(source: string): unknown {
  const first = source.charCodeAt(0)
  if (first > NINE) return source.length > LONGEST_WORD ? source : typeWord(source)
  return first >= ZERO || first === PLUS || first === MINUS || first === DOT ? typeNumber(source) : source
}

const PLUS = 43
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
/** The letters of `false`. */
const LONGEST_WORD = 5

function typeWord(source: string): unknown {
  switch (source) {
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
    default:
      return source
  }
}

const INFINITY_OR_NAN = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/
// What Number() takes beyond the core schema: other prefixes, the word Infinity, and white space of Unicode at the end.
const NO_NUMBER = /^(?:0[bBOX]|[-+]I)|[^0-9a-fA-F.]$/

function typeNumber(source: string): unknown {
  const value = Number(source)
  if (!Number.isNaN(value)) return NO_NUMBER.test(source) ? source : value
  if (!INFINITY_OR_NAN.test(source)) return source
  if (source.endsWith('N') || source.endsWith('n')) return Number.NaN
  return source.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}
