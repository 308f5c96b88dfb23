import { serveCommand } from './cli/serve.command.ts'
import { EnvironmentFaults, readEnv } from './platform/env.ts'

try {
  const exitCode = await serveCommand.run([], readEnv(process.env))
  if (exitCode !== 0) process.exitCode = exitCode
} catch (error) {
  if (!(error instanceof EnvironmentFaults)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
