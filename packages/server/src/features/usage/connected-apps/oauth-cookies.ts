import type { Configuration, Provider } from 'oidc-provider'
import type { Deps } from '../../../platform/deps.ts'

type Middleware = Parameters<Provider['use']>[0]

const isSecure = ({ env }: Pick<Deps, 'env'>): boolean => env.PUBLIC_ORIGIN.startsWith('https:')

const nameOf = (deps: Pick<Deps, 'env'>, name: string): string => (isSecure(deps) ? `__Host-${name}` : name)

/** The cookie that binds an authorization request to the browser that started it. */
export const interactionCookie = (deps: Pick<Deps, 'env'>): string => nameOf(deps, 'connect_request')

/** The cookie with which the library finds the request again after the member has decided. */
export const resumeCookie = (deps: Pick<Deps, 'env'>): string => nameOf(deps, 'connect_resume')

/** Names, keys and attributes of the library's cookies. */
export const cookiesOf = (deps: Pick<Deps, 'env' | 'keys'>): NonNullable<Configuration['cookies']> => {
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(deps),
    signed: true,
    overwrite: true,
    path: '/',
  } as const
  return {
    keys: deps.keys.forPurpose('connect-cookie').map(({ secret }) => Buffer.from(secret).toString('base64url')),
    names: {
      interaction: interactionCookie(deps),
      resume: resumeCookie(deps),
      session: nameOf(deps, 'connect_session'),
    },
    short: options,
    long: options,
  }
}

/** Gives every cookie the path /: the library has another one for the resume cookie, with which browsers refuse `__Host-`. */
export const atRootPath: Middleware = async ({ cookies }, next) => {
  const set = cookies.set.bind(cookies)
  cookies.set = (name, value, options) => set(name, value, { ...options, path: '/' })
  await next()
}
