import { EnvironmentFaults, readEnv } from './read-env.ts'
import { startSandbox } from './start-sandbox.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

try {
  const { logsRoutine, logsFailures, ...options } = readEnv(process.env)
  const discard = (): void => undefined
  const log = logsRoutine ? print : discard
  const sandbox = await startSandbox({ ...options, log, logFailure: logsFailures ? print : discard })
  log(JSON.stringify({ event: 'listening', origin: sandbox.origin }))
  // A launcher that was killed sends no signal; its end closes the channel.
  if (process.connected) process.once('disconnect', () => void sandbox.close())
  // The listener keeps the channel open, and with it this process after a signal.
  process.channel?.unref()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  // The person who starts the sandbox reads faults of the environment; any other error keeps its stack.
  if (!(error instanceof EnvironmentFaults) && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  process.exitCode = 1
}
