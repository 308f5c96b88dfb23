import { startAuthorizeNetDouble } from './authorize-net/start-authorize-net-double.ts'
import { EnvironmentFaults, readEnv } from './read-env.ts'
import { startSandbox } from './start-sandbox.ts'
import { startStripeDouble } from './stripe/start-stripe-double.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

try {
  const { logsRoutine, logsFailures, stripe, authorizeNet, ...options } = readEnv(process.env)
  const discard = (): void => undefined
  const log = logsRoutine ? print : discard
  const logFailure = logsFailures ? print : discard
  const sandbox = await startSandbox({ ...options, log, logFailure })
  const { host, dataDir, backofficePassword, postbackUrl } = options
  const common = { host, backofficePassword, logFailure }
  const atStripe =
    stripe && (await startStripeDouble({ ...common, ...stripe, dataDir, webhookUrl: `${postbackUrl}/stripe` }))
  const webhookUrl = `${postbackUrl}/authorize-net`
  const atAuthorizeNet =
    authorizeNet && (await startAuthorizeNetDouble({ ...common, ...authorizeNet, webhookUrl, sendsNews: true }))
  const close = async (): Promise<void> =>
    void (await Promise.all([sandbox, atStripe, atAuthorizeNet].map(async (one) => one?.close())))
  log(
    JSON.stringify({
      event: 'listening',
      origin: sandbox.origin,
      ...(atStripe && { stripe: atStripe.origin }),
      ...(atAuthorizeNet && { authorizeNet: atAuthorizeNet.origin }),
    }),
  )
  // A launcher that was killed sends no signal; its end closes the channel.
  if (process.connected) process.once('disconnect', () => void close())
  // The listener keeps the channel open, and with it this process after a signal.
  process.channel?.unref()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  // The person who starts the sandbox reads faults of the environment; any other error keeps its stack.
  if (!(error instanceof EnvironmentFaults) && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  process.exitCode = 1
}
