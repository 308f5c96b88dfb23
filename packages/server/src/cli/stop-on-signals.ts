import closeWithGrace from 'close-with-grace'
import type { Log } from '../platform/log.ts'

/** A stop that takes longer than this is aborted: process managers do not wait forever. */
const patienceMs = 25_000

/**
 * Shuts the process down gracefully on SIGTERM and SIGINT, and with exit code 1 on an uncaught error. A second signal ends it
 * immediately. A process that was forked by a launcher also ends with it.
 *
 * @returns a function that removes the handlers, for a start that failed.
 */
export function stopOnSignals(log: Log, stop: () => Promise<void>): () => void {
  // A process that has nothing left to do ends with its own exit code.
  const options = { delay: patienceMs, logger: false as const, skip: ['beforeExit' as const] }
  const { uninstall } = closeWithGrace(options, async ({ signal, err }) => {
    if (err === undefined) log.info({ signal }, 'Stopping')
    else log.fatal({ err }, 'Stopping after an unexpected error')
    await stop()
  })
  // A launcher that was killed sends no signal; its end closes the channel.
  if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The listener keeps the channel open, and with it this process after its work.
  process.channel?.unref()
  return uninstall
}
