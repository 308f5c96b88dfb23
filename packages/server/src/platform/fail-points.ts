/**
 * Places where a test can make the process die, throw, or have an uncaught error, to prove that nothing is lost or doubled
 * there.
 * Off unless the environment names them; the environment refuses them in production.
 */
export interface FailPoints {
  readonly reach: (name: string) => void
}

export const noFailPoints: FailPoints = { reach: () => {} }

/** @param list `name:kill`, `name:throw`, `name:crash` or `name:reject`, comma-separated. A point fires every time it is reached. */
export function createFailPoints(list: string | undefined): FailPoints {
  if (list === undefined) return noFailPoints
  const actions = new Map(list.split(',').map((pair) => pair.trim().split(':') as [string, string]))
  return {
    reach: (name) => {
      const action = actions.get(name)
      if (action === 'kill') process.kill(process.pid, 'SIGKILL')
      const error = new Error(`Fail point ${name}`)
      if (action === 'throw') throw error
      if (action === 'reject') void Promise.reject(error)
      if (action !== 'crash') return
      setImmediate(() => {
        throw error
      })
    },
  }
}
