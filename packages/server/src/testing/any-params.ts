import type { Endpoint } from '@coopline/contract/endpoint'

/** Values for every path parameter of an endpoint: known ones, and `x` for the rest. */
export const anyParams = (
  { path }: Pick<Endpoint, 'path'>,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [name, known[name] ?? 'x']))
