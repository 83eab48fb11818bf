// Proves the check before it reads any file: planted sentences are found, and innocent ones are not.
import { passagesOf } from './passages.mjs'
import { findBanned } from './words.mjs'

/** A file, its content and the phrases that must be found in it. */
const PLANTED = [
  ['a.ts', "fail('Run doctor to see how to mend it')", ['mend']],
  ['a.ts', `fail(\`The index of \${name} is written anew\`)`, ['anew']],
  ['a.ts', '/**\n * Undefined where there\n * is none, for somebody. */\nlet a', ['Undefined where', 'somebody']],
  ['a.md', 'The lock lies in the folder.\nThe user is\ntold so.\n', ['lies in', 'is told']],
  ['a.md', 'What is kept here is run again. Take it; bring in another.\n', ['What is kept here is', 'bring in']],
  ['src/gate/rules/a.ts', "export const rule = { why: 'It is no address.' }", ['is no']],
  // Identifiers, single words, plain comments, imports and types are not prose.
  ['a.ts', "// Nobody reads this.\nconst nobody = 'nobody'", []],
  ['a.ts', "import 'mend it'\ntype A = 'mend it'", []],
  ['a.md', 'Run `mend it`.\n\n```sh\nmend it anew\n```\n', []],
  // The patterns and examples of scan rules are data.
  ['src/gate/rules/a.ts', "export const rule = { examples: { positive: ['mend them'] } }", []],
  // So are the word lists of the search, but not their comments.
  ['src/registry/search/stop-words.ts', "/** Written anew. */\nconst words = 'some somebody'", ['anew']],
  // Plain English that looks similar.
  ['a.md', 'There is no lock. It is no longer here, and `x` stands for one. Where is it?\n', []],
  ['a.md', 'What is missing? What it needs: a file. Say what is missing.\n', []],
]

/** Texts that the contracts fix to the letter: no pattern may ever match one of them. */
const CONTRACT_TEXTS = [
  'Invoke a skill to apply specialized expertise and capabilities',
  "Skill 'pdf' not found.\n\nAvailable skills:\n\nTo create this skill:\n1. Create directory ~/.wave/skills/pdf/\n2. Add SKILL.md file with proper YAML frontmatter",
  "Skill 'pdf' is invalid: The name 'other' differs from its folder 'pdf'\n\nFix by:\n- Rename the folder to 'other', or write name: pdf\n\nSkill will be available after fixing these issues.",
  "Error invoking skill 'pdf': /s/pdf/SKILL.md cannot be read",
  'Base directory for this skill: /s/pdf',
  "Invalid skill name: 'a/b'. Skill names must not contain '/', '\\', or '..'",
  "SKILL.MD too large (>1MB) for skill 'pdf'",
  'Query the skills registry. List available skills, check eligibility, get details and install hints.',
  'Requires macOS (current: linux)',
  "skill name required for 'info' action",
  'Add to trusted sources or use --from clawhub',
  'Use force=true to overwrite',
]

/** Throws if the check would miss a planted phrase or report an innocent one. */
export function proveCheck() {
  const innocent = CONTRACT_TEXTS.map((text) => ['a.ts', JSON.stringify(text), []])
  for (const [path, source, expected] of [...PLANTED, ...innocent]) {
    const phrases = passagesOf(path, source).flatMap(({ text }) => findBanned(text).map(({ phrase }) => phrase))
    if (phrases.join() === expected.join()) continue
    throw new Error(`The voice check found [${phrases.join()}], not [${expected.join()}], in ${JSON.stringify(source)}`)
  }
}
