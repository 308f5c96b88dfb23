import { Session } from 'node:inspector/promises'

/**
 * Runs work and asks the engine which functions ran.
 *
 * @returns `file#function` of every named function that ran, with the path of its file as the engine knows it.
 */
export async function coveredFunctions(work: () => Promise<void>): Promise<ReadonlySet<string>> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return new Set(
      result.flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ functionName }) => `${url.replace(/^file:\/\//u, '')}#${functionName}`),
      ),
    )
  } finally {
    session.disconnect()
  }
}
