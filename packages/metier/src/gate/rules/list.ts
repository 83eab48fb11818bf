/** Every rule. A new one is a file beside this and a line here. */

import type { Rule } from '../rule.js'

export const RULES: readonly Rule[] = []
