import { commands } from './commands.ts'
import { wordsOf } from './help.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell: the commands, and the verbs and options of each. Files complete the other words. */
export async function completionFor(shell: Shell): Promise<string> {
  const words = new Map<string, readonly string[]>()
  for (const [name, load] of Object.entries(commands)) words.set(name, wordsOf(await load()))
  const names = [...words.keys()]
  words.set('help', names)
  words.set('completion', shells)
  return { bash, zsh, fish }[shell](words)
}

type Words = ReadonlyMap<string, readonly string[]>

const casesOf = (words: Words): string =>
  [...words].map(([name, next]) => `    ${name}) next="${next.join(' ')}" ;;`).join('\n')

const bash = (words: Words): string => `# eval "$(coopline completion bash)"
_coopline() {
  local next="${[...words.keys()].join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${casesOf(words)}
    *) next="" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _coopline coopline
`

const zsh = (words: Words): string => `#compdef coopline
# eval "$(coopline completion zsh)"
_coopline() {
  local next="${[...words.keys()].join(' ')}"
  if (( CURRENT > 2 )); then
    case "\${words[2]}" in
${casesOf(words)}
    *) next="" ;;
    esac
  fi
  compadd -- \${=next} || _files
}
compdef _coopline coopline
`

const fish = (words: Words): string =>
  [
    '# coopline completion fish > ~/.config/fish/completions/coopline.fish',
    `complete -c coopline -n __fish_use_subcommand -f -a '${[...words.keys()].join(' ')}'`,
    ...[...words].map(
      ([name, next]) => `complete -c coopline -n '__fish_seen_subcommand_from ${name}' -a '${next.join(' ')}'`,
    ),
    '',
  ].join('\n')
