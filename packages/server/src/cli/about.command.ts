import { portalVersion } from '../platform/version.ts'
import { type AboutCommand, WrongUsage } from './command.ts'
import { completionFor, shells } from './completion.ts'
import { loadCommand } from './load-command.ts'
import { helpOf, listCommands } from './help.ts'

const isForPeople = 'People read it; the words are those of this list.'

/** `coopline help`: the commands, or one of them. */
export const helpCommand: AboutCommand = {
  name: 'help',
  summary: 'List the commands, or show the calls of one with examples',
  calls: [{ words: '[COMMAND]', json: isForPeople }],
  examples: ['help', 'help import'],
  answer: async ([name, ...more]) => {
    if (more.length > 0) throw new WrongUsage('help takes the name of one command')
    return name === undefined ? listCommands() : helpOf(await loadCommand(name))
  },
}

/** `coopline completion`: the completion script of a shell. */
export const completionCommand: AboutCommand = {
  name: 'completion',
  summary: 'Print the completion for bash, zsh or fish',
  calls: [{ words: shells.join('|'), json: 'The shell reads it.' }],
  examples: ['completion bash', 'completion fish > ~/.config/fish/completions/coopline.fish'],
  answer: async ([shell, ...more]) => {
    const known = shells.find((one) => one === shell)
    if (known === undefined || more.length > 0) throw new WrongUsage(`completion takes ${shells.join(', ')}`)
    return completionFor(known)
  },
}

/** `coopline version`, also as `--version`. */
export const versionCommand: AboutCommand = {
  name: 'version',
  summary: 'Print the version',
  calls: [{ words: '', json: 'It is one line, the name and the version.' }],
  examples: ['version'],
  answer: async () => `coopline ${portalVersion}`,
}
