import { nearestWord } from '../platform/nearest-word.ts'
import type { AboutCommand, Command } from './command.ts'
import { commands } from './commands.ts'

/** Thrown for a name that no command has; the message names the one that was probably meant. */
export class NoSuchCommand extends Error {}

/** @throws NoSuchCommand. */
export async function loadCommand(name: string): Promise<Command | AboutCommand> {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (command !== undefined) return command
  const meant = nearestWord(name, Object.keys(commands))
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  throw new NoSuchCommand(`There is no command ${name}.${hint} "coopline help" lists the commands.`)
}
