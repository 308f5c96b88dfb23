/**
 * Places where a test can make the process die or throw, to prove that nothing is lost or doubled there.
 * Off unless the environment names them; the environment refuses them in production.
 */
export interface FailPoints {
  readonly reach: (name: string) => void
}

export const noFailPoints: FailPoints = { reach: () => {} }

/** @param list `name:kill` or `name:throw`, comma-separated. A point fires every time it is reached. */
export function createFailPoints(list: string | undefined): FailPoints {
  if (list === undefined) return noFailPoints
  const actions = new Map(list.split(',').map((pair) => pair.trim().split(':') as [string, string]))
  return {
    reach: (name) => {
      const action = actions.get(name)
      if (action === 'kill') process.kill(process.pid, 'SIGKILL')
      if (action === 'throw') throw new Error(`Fail point ${name}`)
    },
  }
}
