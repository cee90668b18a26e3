import type { CompletedCommand, CompletedOption, Values } from './list-commands.js'
import { quote } from './quote.js'

const complete = (values: Values): string => {
  if (values === 'files') return '_files'
  if (values === 'folders') return '_files -/'
  return values === undefined ? '_message value' : `compadd -- ${values.map(quote).join(' ')}`
}

/** In a list of candidates a colon ends the word. */
const describe = (word: string, description: string) =>
  quote(`${word.replaceAll(':', '\\:')}:${description}`)

const describeOption = ({ name, description }: CompletedOption) => describe(name, description)

/** A script that completes in zsh, with descriptions. */
export function formatZsh(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ words }) => words !== '').map(({ words }) => quote(words))
  const optionValues = commands.flatMap(({ words, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ name, values }) => `    ${quote(`${words}:${name}`)}) ${complete(values)}; return ;;`,
      ),
  )
  const candidates = commands.map(command => {
    const names = command.commands.map(each =>
      describe(each.words.split(' ').at(-1) ?? '', each.description),
    )
    const options = command.options.map(describeOption)
    const values = command.values === undefined ? '' : `; ${complete(command.values)}`
    return `    ${quote(command.words)}) candidates=(${[...names, ...options].join(' ')})${values} ;;`
  })
  return `#compdef backoffice
# Completion of backoffice for zsh. Add to ~/.zshrc, after compinit: source <(backoffice completion zsh)
_backoffice() {
  local at='' word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    word=\${at:+$at }$word
    case $word in
      ${paths.join('|')}) at=$word ;;
    esac
  done
  case $at:\${words[CURRENT-1]} in
${optionValues.join('\n')}
  esac
  case $at in
${candidates.join('\n')}
  esac
  _describe -o backoffice candidates
}
compdef _backoffice backoffice
`
}
