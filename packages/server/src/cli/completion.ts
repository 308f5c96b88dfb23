import { commands } from './commands.ts'
import { nextWords } from './help.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell: the commands, and the verbs and options of each. Files complete the other words. */
export async function completionFor(shell: Shell): Promise<string> {
  const next = new Map<string, readonly string[]>()
  for (const load of Object.values(commands))
    for (const [typed, words] of nextWords(await load())) next.set(typed, words)
  next.set('help', Object.keys(commands))
  next.set('completion', shells)
  // The longest first: "connect apps list" has other next words than "connect".
  const byLength = [...next].sort(([a], [b]) => b.split(' ').length - a.split(' ').length)
  return { bash, zsh, fish }[shell](byLength)
}

type Next = readonly (readonly [string, readonly string[]])[]

const names = Object.keys(commands).join(' ')

/** Compares the words before the cursor, in `$line`. Bash and zsh read it alike. */
const cases = (next: Next): string =>
  [
    '  case "$line" in',
    `  "") next="${names}" ;;`,
    ...next.map(([typed, words]) => `  "${typed}"|"${typed} "*) next="${words.join(' ')}" ;;`),
    '  esac',
  ].join('\n')

const bash = (next: Next): string => `# eval "$(coopline completion bash)"
_coopline() {
  local next="" line="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
${cases(next)}
  COMPREPLY=($(compgen -W "$next" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _coopline coopline
`

const zsh = (next: Next): string => `#compdef coopline
# eval "$(coopline completion zsh)", after compinit
_coopline() {
  local next="" line="\${(j: :)words[2,CURRENT-1]}"
${cases(next)}
  compadd -- \${=next} || _files
}
compdef _coopline coopline
`

const fish = (next: Next): string =>
  [
    '# coopline completion fish > ~/.config/fish/completions/coopline.fish',
    'function __coopline_next',
    '  set -l typed (commandline -opc)',
    '  switch (string join " " -- $typed[2..-1])',
    `  case ""\n    string split " " -- "${names}"`,
    ...next.map(([typed, words]) => `  case "${typed}" "${typed} *"\n    string split " " -- "${words.join(' ')}"`),
    '  end',
    'end',
    // Files only where no word is known.
    "complete -c coopline -n '__coopline_next | string match -q \"?*\"' -f -a '(__coopline_next)'",
    '',
  ].join('\n')
