import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { EnvironmentFaults } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'

/** A key as the settings take it, made from its id. */
export const envKey = (kid: string): string => `${kid}:${createHash('sha256').update(kid).digest('base64')}`

/** The settings that production needs. */
export const productionEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/coopline',
  APP_KEYS: envKey('k1'),
  PROVIDER_SIGNING_KEYS: envKey('p1'),
  PUBLIC_ORIGIN: 'https://portal.example.org',
  PROVIDER_URL: 'https://pay.example.org',
}

/** The faults of an environment as one text; an empty text without any. */
export function envFaults(env: Record<string, string | undefined>): string {
  try {
    readEnv(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentFaults)
    return (error as Error).message
  }
}
