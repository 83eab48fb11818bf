import type { Command, Completes } from '../arguments/command.js'
import { argumentCases, optionNames, type ShellDialect, valueCases, valueOptions } from './cases.js'

export function composeBash(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name)
  const offering: ShellDialect = { values: takeWords, completes: (what) => take(what, names) }
  return `# bash completion for metier
_metier_take() {
  local line
  while IFS= read -r line; do
    [[ $line == "$word"* ]] && COMPREPLY+=("$lead\${line#"$cut"}")
  done
}
_metier_ask() {
  _metier_take < <(metier __complete "$1" -- "$word" "\${before[@]}" 2>/dev/null)
}
_metier() {
  local -a typed=() before=()
  local word='' previous='' command='' options='' part='' glued='' lead='' cut='' at count
  COMPREPLY=()
  # bash splits words at : and =, and keeps quotes and backslashes as they were typed.
  for ((at = 0; at <= COMP_CWORD; at++)); do
    part=\${COMP_WORDS[at]}
    [[ $part == '' && \${COMP_LINE:0:COMP_POINT} == *' ' ]] && glued=''
    count=\${#typed[@]}
    if ((count > 0)) && [[ $part == [:=]* || $glued ]]; then typed[count - 1]+=$part; else typed+=("$part"); fi
    glued=''
    [[ $part && ! \${part//[:=]/} ]] && glued=1
  done
  count=\${#typed[@]}
  word=\${typed[count - 1]} previous=\${typed[count - 2]}
  if [[ $word == --*=* ]]; then
    previous=\${word%%=*} word=\${word#*=}
    [[ $COMP_WORDBREAKS == *=* ]] || lead=$previous=
  fi
  word=\${word//\\\\/}
  word=\${word#[\\"\\']}
  # Only the part after the last colon is replaced.
  [[ $word == *:* && $COMP_WORDBREAKS == *:* ]] && cut=\${word%"\${word##*:}"}
  for ((at = 1; at < count - 1; at++)); do
    part=\${typed[at]}
    case "$command $part" in
      ${valueOptions(commands).join(' | ')}) ((at++)) ;;
      *' '-*) ;;
      *) if [[ $command ]]; then before+=("$part"); else command=$part; fi ;;
    esac
  done
  case "$command $previous" in
${valueCases(commands, '    ', offering)}
  esac
  case $command in
${commands.map((each) => `    ${each.name}) options='${optionNames(each).join(' ')}' ;;`).join('\n')}
    *) options='${optionNames().join(' ')}' ;;
  esac
  if [[ $word == -* ]]; then
    _metier_take < <(printf '%s\\n' $options)
    return
  fi
  case "$command \${#before[@]}" in
    ' 0') ${takeWords(names)} ;;
${argumentCases(commands, '    ', offering)}
  esac
}
complete -o filenames -F _metier metier
`
}

function takeWords(words: readonly string[]): string {
  return `_metier_take < <(printf '%s\\n' ${words.join(' ')})`
}

function take(what: Completes, commands: readonly string[]): string {
  if (what === 'commands') return takeWords(commands)
  if (what === 'files' || what === 'folders') {
    return `_metier_take < <(compgen ${what === 'files' ? '-f' : '-d'} -- "$word")`
  }
  if (what === 'skillsAndFiles') return `${take('skills', commands)}; ${take('files', commands)}`
  return `_metier_ask ${what}`
}
