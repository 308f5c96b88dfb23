import type { Command } from './command.ts'

/** Every subcommand. */
export const commands: readonly Command[] = []
