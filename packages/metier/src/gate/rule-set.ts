/** Which rules a report or a lock speaks of; changes whenever a rule or what it sees changes. */
export const RULE_SET = '2026.11.3'
