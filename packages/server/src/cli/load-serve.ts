import { keepYoungGenerationSmall } from './bound-young-generation.ts'
import type { Command } from './command.ts'

/** Loads the command `serve`, and the whole portal with it, and keeps V8 from growing its young generation meanwhile. */
export async function loadServe(): Promise<Command> {
  keepYoungGenerationSmall()
  return (await import('./serve.command.ts')).serveCommand
}
