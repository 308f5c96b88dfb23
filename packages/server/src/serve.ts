import { serve } from './cli/serve.command.ts'
import { EnvironmentFaults, readEnv } from './platform/env.ts'

try {
  await serve(readEnv(process.env))
} catch (error) {
  if (!(error instanceof EnvironmentFaults)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
