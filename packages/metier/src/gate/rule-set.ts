/** The version of the rules in a report or lock; changes whenever a rule or its findings change. */
export const RULE_SET = '2026.11.16'
