/** Completion scripts made from definitions. Only names of skills are asked for while somebody types. */

import type { Argument, Command, Option } from './command.js'
import { GLOBAL_OPTIONS } from './global-options.js'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function composeCompletion(shell: Shell, commands: readonly Command[]): string {
  const composers: Record<Shell, (commands: readonly Command[]) => string> = {
    bash: composeBash,
    zsh: composeZsh,
    fish: composeFish,
  }
  return composers[shell](commands)
}

function composeBash(commands: readonly Command[]): string {
  return `# bash completion for metier
_metier_take() {
  local line
  while IFS= read -r line; do
    [[ $line == "$word"* ]] && COMPREPLY+=("$line")
  done
}
_metier() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' options='' at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      ${valueOptions(GLOBAL_OPTIONS).join('|')}) ((at++)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[at]}; break ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, '    ', {
  skills: '_metier_take < <(metier __complete skills 2>/dev/null); return',
  folders: '_metier_take < <(compgen -d -- "$word"); return',
  files: '_metier_take < <(compgen -f -- "$word"); return',
  values: (values) => `_metier_take < <(printf '%s\\n' ${values.join(' ')}); return`,
  anything: 'return',
})}
  esac
  case $command in
${commands.map((command) => `    ${command.name}) options='${optionWords(command).join(' ')}' ;;`).join('\n')}
    *) options='${optionWords().join(' ')}' ;;
  esac
  if [[ $word == -* ]]; then
    _metier_take < <(printf '%s\\n' $options)
    return
  fi
  case $command in
    '') _metier_take < <(printf '%s\\n' ${commands.map(({ name }) => name).join(' ')}) ;;
${argumentCases(commands, '    ', {
  skills: '_metier_take < <(metier __complete skills 2>/dev/null)',
  files: '_metier_take < <(compgen -f -- "$word")',
  values: (values) => `_metier_take < <(printf '%s\\n' ${values.join(' ')})`,
})}
  esac
}
complete -o filenames -F _metier metier
`
}

function composeZsh(commands: readonly Command[]): string {
  const described = (words: readonly (readonly [string, string])[]) =>
    words.map(([word, summary]) => quote(`${word}:${summary.replaceAll(':', '\\:')}`)).join(' ')
  const optionsOf = (options: readonly Option[]) =>
    described(options.map(({ name, summary }) => [`--${name}`, summary]))
  return `#compdef metier
# zsh completion for metier
_metier() {
  local word=\${words[CURRENT]} previous=\${words[CURRENT-1]} command='' at
  local -a offered
  for ((at = 2; at < CURRENT; at++)); do
    case \${words[at]} in
      ${valueOptions(GLOBAL_OPTIONS).join('|')}) ((at++)) ;;
      -*) ;;
      *) command=\${words[at]}; break ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, '    ', {
  skills: `compadd -- \${(f)"$(metier __complete skills 2>/dev/null)"}; return`,
  folders: '_files -/; return',
  files: '_files; return',
  values: (values) => `compadd -- ${values.join(' ')}; return`,
  anything: 'return',
})}
  esac
  if [[ $word == -* ]]; then
    case $command in
${commands.map(({ name, options }) => `      ${name}) offered=(${optionsOf([...options, ...GLOBAL_OPTIONS])}) ;;`).join('\n')}
      *) offered=(${optionsOf(GLOBAL_OPTIONS)}) ;;
    esac
    _describe -o option offered
    return
  fi
  case $command in
    '') offered=(${described(commands.map(({ name, summary }) => [name, summary]))}); _describe command offered ;;
${argumentCases(commands, '    ', {
  skills: `compadd -- \${(f)"$(metier __complete skills 2>/dev/null)"}`,
  files: '_files',
  values: (values) => `compadd -- ${values.join(' ')}`,
})}
  esac
}
if [ "$funcstack[1]" = _metier ]; then
  _metier "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _metier metier
fi
`
}

function composeFish(commands: readonly Command[]): string {
  const option = ({ name, short, kind, summary, values, completes }: Option): string => {
    const takes = {
      skills: " -x -a '(metier __complete skills 2>/dev/null)'",
      folders: " -x -a '(__fish_complete_directories)'",
      files: ' -r -F',
    }
    const value =
      values === undefined ? (completes === undefined ? ' -x' : takes[completes]) : ` -x -a ${quote(values.join(' '))}`
    return `${short === undefined ? '' : ` -s ${short}`} -l ${name}${kind === 'flag' ? '' : value} -d ${quote(summary)}`
  }
  const argument = ({ values, completes }: Argument): string | undefined => {
    if (values !== undefined) return ` -a ${quote(values.join(' '))}`
    if (completes === 'files') return ' -F'
    return completes === 'skills' ? " -a '(metier __complete skills 2>/dev/null)'" : undefined
  }
  const lines = commands.flatMap((command) => {
    const isMeant = ` -n ${quote(`__fish_seen_subcommand_from ${command.name}`)}`
    return [
      ` -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
      ...command.options.map((each) => isMeant + option(each)),
      ...command.arguments.map(argument).flatMap((offer) => (offer === undefined ? [] : [isMeant + offer])),
    ]
  })
  const all = [' -f', ...GLOBAL_OPTIONS.map(option), ...lines]
  return `# fish completion for metier\n${all.map((line) => `complete -c metier${line}`).join('\n')}\n`
}

function optionWords(command?: Command): readonly string[] {
  return [...(command?.options ?? []), ...GLOBAL_OPTIONS].map(({ name }) => `--${name}`)
}

function valueOptions(options: readonly Option[]): readonly string[] {
  return options.filter(({ kind }) => kind !== 'flag').map(({ name }) => `--${name}`)
}

interface ValueActions {
  readonly skills: string
  readonly folders: string
  readonly files: string
  readonly values: (values: readonly string[]) => string
  readonly anything: string
}

/** What stands behind each option that takes a value; options of one name may differ from command to command. */
function valueCases(commands: readonly Command[], indent: string, actions: ValueActions): string {
  const caseOf = (pattern: string, { values, completes }: Option) =>
    `${indent}${pattern}) ${values === undefined ? actions[completes ?? 'anything'] : actions.values(values)} ;;`
  const takesValue = ({ kind }: Option) => kind !== 'flag'
  const own = commands.flatMap(({ name: command, options }) =>
    options.filter(takesValue).map((option) => caseOf(`'${command} --${option.name}'`, option)),
  )
  const everywhere = GLOBAL_OPTIONS.filter(takesValue).map((option) => caseOf(`*' --${option.name}'`, option))
  return [...own, ...everywhere].join('\n')
}

interface ArgumentActions {
  readonly skills: string
  readonly files: string
  readonly values: (values: readonly string[]) => string
}

function argumentCases(commands: readonly Command[], indent: string, actions: ArgumentActions): string {
  return commands
    .flatMap(({ name, arguments: [first] }) => {
      if (first?.values !== undefined) return [`${indent}${name}) ${actions.values(first.values)} ;;`]
      return first?.completes === undefined ? [] : [`${indent}${name}) ${actions[first.completes]} ;;`]
    })
    .join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
