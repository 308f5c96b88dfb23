import type { Command } from './command.ts'
import { eventsCommand } from './events.command.ts'
import { importCommand } from './import.command.ts'
import { paymentsCommand } from './payments.command.ts'
import { serveCommand } from './serve.command.ts'
import { settingsCommand } from './settings.command.ts'

/** Every subcommand. */
export const commands: readonly Command[] = [
  serveCommand,
  importCommand,
  settingsCommand,
  paymentsCommand,
  eventsCommand,
]
