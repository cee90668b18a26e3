import type { CompletedCommand, Values } from './list-commands.js'
import { quote } from './quote.js'

const compgen = (values: Values): string => {
  if (values === 'files') return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$current"))'
  if (values === 'folders') return 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$current"))'
  return `COMPREPLY=($(compgen -W ${quote((values ?? []).join(' '))} -- "$current"))`
}

/** The commands, options and values that may follow a command. A file may be any word that is no option. */
function formatWords({ commands, options, values }: CompletedCommand): string {
  const words = compgen([
    ...commands.map(each => each.words.split(' ').at(-1) ?? ''),
    ...(typeof values === 'string' ? [] : (values ?? [])),
    ...options.map(({ name }) => name),
  ])
  if (typeof values !== 'string') return words
  return `if [[ $current == -* ]]; then ${words}; else ${compgen(values)}; fi`
}

/** A script that completes in bash 4 or newer. */
export function formatBash(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ words }) => words !== '').map(({ words }) => quote(words))
  const optionValues = commands.flatMap(({ words, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, values }) => `    ${quote(`${words}:${name}`)}) ${compgen(values)}; return ;;`),
  )
  const words = commands.map(command => `    ${quote(command.words)}) ${formatWords(command)} ;;`)
  return `# Completion of backoffice for bash. Add to ~/.bashrc: source <(backoffice completion bash)
_backoffice() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at='' index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${at:+$at }\${COMP_WORDS[index]}
    case $word in
      ${paths.join('|')}) at=$word ;;
    esac
  done
  COMPREPLY=()
  case $at:$previous in
${optionValues.join('\n')}
  esac
  case $at in
${words.join('\n')}
  esac
}
complete -F _backoffice backoffice
`
}
