import type { Endpoint } from '@coopline/contract/endpoint'

/** Values for every parameter in the path of an endpoint: the known ones, and `x` for the others. */
export const anyParams = (
  { path }: Pick<Endpoint, 'path'>,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [name, known[name] ?? 'x']))
