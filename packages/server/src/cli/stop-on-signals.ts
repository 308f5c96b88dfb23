import closeWithGrace from 'close-with-grace'
import type { Log } from '../platform/log.ts'

/** A stop that takes longer than this is ended: whoever runs the process will not wait for ever. */
const patienceMs = 25_000

/**
 * Ends the process in good order on SIGTERM and SIGINT, and with exit code 1 on an error that nobody caught. A second
 * signal ends it at once.
 */
export function stopOnSignals(log: Log, stop: () => Promise<void>): void {
  closeWithGrace({ delay: patienceMs, logger: false }, async ({ signal, err }) => {
    if (err === undefined) log.info({ signal }, 'Stopping')
    else log.fatal({ err }, 'Stopping after an unexpected error')
    await stop()
  })
}
