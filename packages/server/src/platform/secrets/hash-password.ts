import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { currentKeyFor, type Key, type Keys } from '../keys.ts'
import type { Random } from '../random.ts'
import type { HeavyWorks } from '../work/heavy-work.ts'

/** argon2id by the OWASP recommendation: 19 MiB, two passes, one lane; about 20 ms. */
const current = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

interface Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Parsed extends Parameters {
  readonly kid: string
  readonly salt: Buffer
  readonly tag: Buffer
}

const argon2Async = promisify(argon2)

interface HashingDeps {
  readonly keys: Keys
  readonly heavyWork: Pick<HeavyWorks, 'hashing'>
}

/** What a stored hash says of a password. */
export interface PasswordVerdict {
  readonly matches: boolean
  /** True when it matches and should be hashed anew: the parameters or the pepper have changed since. */
  readonly isOutdated: boolean
}

/**
 * Hashes a password or another secret that people know: argon2id with a pepper that is not in the database, in PHC form
 * (`$argon2id$v=19$m=…,t=…,p=…,keyid=…$salt$tag`). Unicode is normalised to NFC first.
 */
export async function hashPassword(deps: HashingDeps & { readonly random: Random }, password: string): Promise<string> {
  const pepper = currentKeyFor(deps.keys, 'password-pepper')
  const salt = Buffer.from(deps.random.bytes(16))
  return written({ ...current, kid: pepper.kid, salt, tag: await tagOf(deps, password, salt, pepper, current) })
}

/**
 * Compares a password with a stored hash. Without a hash – there is no such login – the same work is done for nothing, so
 * that the time does not tell.
 */
export async function verifyPassword(
  deps: HashingDeps,
  password: string,
  stored: string | undefined,
): Promise<PasswordVerdict> {
  const parsed = stored === undefined ? null : parse(stored)
  const peppers = deps.keys.forPurpose('password-pepper')
  const pepper = peppers.find((key) => key.kid === parsed?.kid) ?? currentKeyFor(deps.keys, 'password-pepper')
  const salt = parsed?.salt ?? Buffer.alloc(16)
  const tag = await tagOf(deps, password, salt, pepper, parsed ?? current)
  const matches = parsed !== null && tag.length === parsed.tag.length && timingSafeEqual(tag, parsed.tag)
  return { matches, isOutdated: matches && !isCurrent(parsed, peppers[0]) }
}

const isCurrent = (parsed: Parsed, pepper: Key | undefined): boolean =>
  parsed.memory === current.memory &&
  parsed.passes === current.passes &&
  parsed.parallelism === current.parallelism &&
  parsed.kid === pepper?.kid

const tagOf = async (
  { heavyWork }: Pick<HashingDeps, 'heavyWork'>,
  password: string,
  salt: Uint8Array,
  pepper: Key,
  parameters: Parameters,
): Promise<Buffer> =>
  heavyWork.hashing.run(async () =>
    argon2Async('argon2id', {
      message: Buffer.from(password.normalize('NFC')),
      nonce: salt,
      secret: pepper.secret,
      tagLength,
      memory: parameters.memory,
      passes: parameters.passes,
      parallelism: parameters.parallelism,
    }),
  )

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const written = ({ memory, passes, parallelism, kid, salt, tag }: Parsed): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${kid}$${unpadded(salt)}$${unpadded(tag)}`

function parse(stored: string): Parsed | null {
  const match =
    /^\$argon2id\$v=19\$m=([0-9]{1,8}),t=([0-9]{1,4}),p=([0-9]{1,3}),keyid=([a-z0-9-]{1,20})\$([A-Za-z0-9+/]{1,100})\$([A-Za-z0-9+/]{1,200})$/u.exec(
      stored,
    )
  if (match === null) return null
  const [, memory = '', passes = '', parallelism = '', kid = '', salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    kid,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
