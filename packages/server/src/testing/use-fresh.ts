import { beforeEach } from 'vitest'

/** Makes a new object before each test of a file. It is empty until then, like the portal of `useTestPortal`. */
export function useFresh<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeEach(async () => void Object.assign(made, await make()))
  return made
}
