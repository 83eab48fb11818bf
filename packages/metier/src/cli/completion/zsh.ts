import type { Command, Completes, Option } from '../arguments/command.js'
import { GLOBAL_OPTIONS } from '../arguments/global-options.js'
import { argumentCases, quote, type ShellDialect, valueCases, valueOptions } from './cases.js'

export function composeZsh(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  const offering: ShellDialect = { values: addWords, completes: (what) => add(what, names) }
  const ownOptions = ({ name, options }: Command) =>
    `      ${name}) offered=(${describeOptions([...options, ...GLOBAL_OPTIONS])}) ;;`
  return `#compdef metier
# zsh completion for metier
_metier_ask() {
  local -a found
  found=(\${(f)"$(metier __complete "$1" -- "$word" "\${before[@]}" 2>/dev/null)"})
  (( \${#found} )) && compadd -- "\${found[@]}"
}
_metier() {
  local word=\${words[CURRENT]} previous=\${words[CURRENT-1]} command='' part at
  local -a offered before
  if [[ $word == --*=* ]]; then
    previous=\${word%%=*} word=\${word#*=}
    compset -P 1 '*='
  fi
  for ((at = 2; at < CURRENT; at++)); do
    part=\${words[at]}
    case "$command $part" in
      ${valueOptions(commands).join(' | ')}) ((at++)) ;;
      *' '-*) ;;
      *) if [[ -n $command ]]; then before+=("\${(Q)part}"); else command=$part; fi ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, '    ', offering)}
  esac
  if [[ $word == -* ]]; then
    case $command in
${commands.map(ownOptions).join('\n')}
      *) offered=(${describeOptions(GLOBAL_OPTIONS)}) ;;
    esac
    _describe -o option offered
    return
  fi
  case "$command \${#before}" in
    ' 0') offered=(${describe(commands.map(({ name, summary }) => [name, summary]))}); _describe command offered ;;
${argumentCases(commands, '    ', offering)}
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

function describe(words: readonly (readonly [string, string])[]): string {
  return words.map(([word, summary]) => quote(`${word}:${summary.replaceAll(':', '\\:')}`)).join(' ')
}

function describeOptions(options: readonly Option[]): string {
  return describe(options.map(({ name, summary }) => [`--${name}`, summary]))
}

function addWords(words: readonly string[]): string {
  return `compadd -- ${words.join(' ')}`
}

function add(what: Completes, commands: readonly string[]): string {
  if (what === 'commands') return addWords(commands)
  if (what === 'files' || what === 'folders') return what === 'files' ? '_files' : '_files -/'
  if (what === 'skillsAndFiles') return `${add('skills', commands)}; ${add('files', commands)}`
  return `_metier_ask ${what}`
}
