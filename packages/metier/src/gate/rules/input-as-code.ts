import { findInterpreter } from '../../skill/command/interpreters.js'
import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'
import { findToolEntries, isToolFile, type ToolText } from '../text/tool-entries.js'

export const rule: Rule = {
  id: 'SK-PV008',
  pattern: 'tool input run as code',
  severity: 'warn',
  tags: ['AST03', 'CWE-78', 'CWE-94'],
  why: 'A field that a model fills in becomes part of a command line or of code. A web page that the model has read can then run commands on the machine.',
  fix: 'Pass fields as arguments of their own: run: [wc, -w, "{file}"]. If the tool is a shell, say so in its name and description.',
  ignoresContext: true,
  examples: {
    positive: [
      {
        'SKILL.md': 'Use it.\n',
        'tools.yaml':
          'tools:\n  - name: count_words\n    description: Counts words.\n    run: sh -c "printf %s \'{{text}}\' | wc -w"\n',
      },
      {
        'SKILL.md': 'Benutze es.\n',
        'tools.yaml':
          'tools:\n- name: rechne\n  description: Rechnet.\n  command: ["python3", "-c", "import sys;print(eval(sys.argv[1]))", "{ausdruck}"]\n',
      },
      {
        'SKILL.md': '使ってください。\n',
        'tools.json': '{"tools": [{"name": "kensaku", "run": ["perl", "-e", "print grep { /{moji}/ } <>"]}]}\n',
      },
    ],
    negative: [
      {
        'SKILL.md': 'Use it.\n',
        'tools.yaml': 'tools:\n  - name: count\n    description: Counts words.\n    run: [wc, -w, "{file}"]\n',
      },
      {
        'SKILL.md': 'Use it.\n',
        'tools.yaml':
          'tools:\n  - name: shell\n    description: Runs a command in a shell.\n    run: bash -lc "cd /srv && {command}"\n',
      },
      {
        'SKILL.md': 'Use it.\n',
        'tools.yaml':
          'tools:\n  - name: length\n    description: Length of a text.\n    run: [python3, -c, "import sys; print(len(sys.argv[1]))", "{text}"]\n',
      },
    ],
  },
  find: ({ files, segments }: Evidence) =>
    segments.flatMap((segment): readonly Observation[] => {
      if (segment.kind !== 'script' || !isToolFile(files[segment.file]?.path ?? '')) return []
      return findToolEntries(segment.text)
        .filter(isInjected)
        .map(({ words, at }) => ({ segment, at, message: `A field becomes part of what ${words[0]} runs` }))
    }),
}

const FIELD = /\{[^{}\s"':,/]{1,60}\}|\{\{[^{}"'\n]{1,60}\}\}/
const EVALUATES =
  /\b(?:eval|exec|execSync|system|popen|spawnSync|check_output|subprocess|child_process|Function|instance_eval|Invoke-Expression|iex)\b/
const PASSED = /argv|ARGV|\$\{?[@*1-9]|\$args\b|%\*/
/** Tools that say what they are. */
const OPEN =
  /\b(?:shell|terminal|bash|commands?|execut\w{1,5}|runs? (?:code|scripts?|programs?)|eval\w{0,6}|repl|interpreter|befehl\w{0,2}|ausführ\w{0,3}|comandos?|ejecut\w{0,3}|commandes?|exécut\w{0,4})\b|命令|执行|コマンド|実行/i

function isInjected({ category, entry, words }: ToolText): boolean {
  if (category === 'execute' || !words.some((word) => FIELD.test(word))) return false
  const code = (findInterpreter(words)?.code ?? []).map((at) => words[at] ?? '').join(' ')
  const isPart = FIELD.test(code) || (EVALUATES.test(code) && PASSED.test(code))
  return isPart && !OPEN.test(openly(entry))
}

/** What the entry says about itself, without its command. */
function openly(entry: string): string {
  const said = entry.match(/["']?(?:name|title|description|summary)["']?\s{0,3}:[^\n]{0,400}/g) ?? []
  return said.map((line) => line.replace(/\b(?:run|command|cmd)["']?\s{0,3}:.*$/, '').replaceAll('_', ' ')).join(' ')
}
