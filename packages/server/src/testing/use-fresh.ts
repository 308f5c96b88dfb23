import { beforeEach } from 'vitest'

/**
 * Makes a new object before each test of a file. The object is empty until then, as the portal of `useTestPortal` is.
 */
export function useFresh<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made
  beforeEach(async () => void Object.assign(made, await make()))
  return made
}
