import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { currentKeyFor, type Keys } from '../keys.ts'
import type { Random } from '../random.ts'
import type { HeavyWorks } from '../work/heavy-work.ts'
import { decryptAtRest, encryptAtRest, keyIdOf, type SealingDeps } from './encrypt-at-rest.ts'

/** The cost of one argon2id hash: memory in KiB, passes over it, and lanes. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** argon2id by the OWASP recommendation: 19 MiB, two passes, one lane; about 20 ms. */
export const recommendedHashCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const purpose = 'password-hash'

interface Parsed extends HashCost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const argon2Async = promisify(argon2)

interface HashingDeps {
  readonly keys: Keys
  readonly heavyWork: Pick<HeavyWorks, 'hashing'>
  readonly hashCost: HashCost
}

/** The result of checking a password against a stored hash. */
export interface PasswordVerdict {
  readonly matches: boolean
  /** True when it matches and should be rehashed, because the parameters or the key have changed since. */
  readonly isOutdated: boolean
}

/**
 * Hashes a password or another secret that people know: argon2id, then encrypted under a key that is not in the database
 * (`$sealed$keyid=…$base64`). Such a hash moves to another key without the password (decision 0031). Unicode is normalized to NFC first.
 */
export async function hashPassword(deps: HashingDeps & { readonly random: Random }, password: string): Promise<string> {
  const salt = Buffer.from(deps.random.bytes(16))
  const tag = await tagOf(deps, password, { ...deps.hashCost, salt })
  return sealed(deps, format({ ...deps.hashCost, salt, tag }))
}

/**
 * Compares a password with a stored hash. Without a hash, because the login does not exist, it does the same work, so that the
 * timing does not reveal this.
 *
 * @throws KeyMissing when the hash names a key that this process does not have.
 */
export async function verifyPassword(
  deps: HashingDeps,
  password: string,
  stored: string | undefined,
): Promise<PasswordVerdict> {
  const parsed = stored === undefined ? null : parse(deps.keys, stored)
  const tag = await tagOf(deps, password, parsed ?? { ...deps.hashCost, salt: Buffer.alloc(16) })
  const matches = parsed !== null && tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag)
  return { matches, isOutdated: matches && !isCurrent(deps, parsed, stored ?? '') }
}

/** Reencrypts a stored hash under the current key, without the password. */
export function rewrapHash(deps: SealingDeps, stored: string): string {
  const parsed = parse(deps.keys, stored)
  if (parsed === null) throw new Error('A stored hash is not readable')
  return sealed(deps, format(parsed))
}

const isCurrent = ({ keys, hashCost }: HashingDeps, parsed: Parsed, stored: string): boolean =>
  parsed.memory === hashCost.memory &&
  parsed.passes === hashCost.passes &&
  parsed.parallelism === hashCost.parallelism &&
  stored.startsWith(`$sealed$keyid=${currentKeyFor(keys, purpose).kid}$`)

const tagOf = async (
  { heavyWork }: Pick<HashingDeps, 'heavyWork'>,
  password: string,
  { salt, memory, passes, parallelism }: Omit<Parsed, 'tag'>,
): Promise<Buffer> =>
  heavyWork.hashing.run(async () =>
    argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFC')),
      nonce: salt,
      tagLength,
      memory,
      passes,
      parallelism,
    }),
  )

function sealed(deps: SealingDeps, hash: string): string {
  const bytes = encryptAtRest(deps, purpose, Buffer.from(hash), purpose)
  return `$sealed$keyid=${keyIdOf(bytes)}$${Buffer.from(bytes).toString('base64')}`
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

/** The PHC form of a hash, before encryption. */
const format = ({ memory, passes, parallelism, salt, tag }: Parsed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`

/** Decrypts and reads a hash. */
function parse(keys: Keys, stored: string): Parsed | null {
  const [, text] = /^\$sealed\$keyid=[a-z0-9-]{1,20}\$([A-Za-z0-9+/]{1,1000}={0,2})$/u.exec(stored) ?? []
  if (text === undefined) return null
  const hash = Buffer.from(decryptAtRest(keys, purpose, Buffer.from(text, 'base64'), purpose)).toString()
  const match =
    /^\$argon2id\$v=19\$m=([0-9]{1,8}),t=([0-9]{1,4}),p=([0-9]{1,3})\$([A-Za-z0-9+/]{1,100})\$([A-Za-z0-9+/]{1,200})$/u.exec(
      hash,
    )
  if (match === null) return null
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
