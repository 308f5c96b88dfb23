import closeWithGrace from 'close-with-grace'
import type { Log } from '../platform/log.ts'

/** A stop that takes longer than this is ended: whoever runs the process will not wait for ever. */
const patienceMs = 25_000

/**
 * Ends the process in good order on SIGTERM and SIGINT, and with exit code 1 on an error that nobody caught. A second
 * signal ends it at once.
 *
 * @returns takes all that back, for a start that failed.
 */
export function stopOnSignals(log: Log, stop: () => Promise<void>): () => void {
  // A process that has nothing left to do ends with its own exit code.
  const options = { delay: patienceMs, logger: false as const, skip: ['beforeExit' as const] }
  const { uninstall } = closeWithGrace(options, async ({ signal, err }) => {
    if (err === undefined) log.info({ signal }, 'Stopping')
    else log.fatal({ err }, 'Stopping after an unexpected error')
    await stop()
  })
  return uninstall
}
