import { keepYoungGenerationSmall } from './bound-young-generation.ts'
import type { Command } from './command.ts'

/** Loads the command `serve`, which loads the whole portal, and keeps the memory small that this takes. */
export async function loadServe(): Promise<Command> {
  keepYoungGenerationSmall()
  return (await import('./serve.command.ts')).serveCommand
}
