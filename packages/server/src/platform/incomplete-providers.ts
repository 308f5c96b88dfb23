/** The settings that each provider needs together: none is of use without the others. */
const providerSettings = {
  stripe: {
    names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'],
    message: 'Stripe needs its secret key and the secret of its events',
  },
  'authorize-net': {
    names: ['AUTHORIZE_NET_LOGIN_ID', 'AUTHORIZE_NET_TRANSACTION_KEY', 'AUTHORIZE_NET_SIGNATURE_KEY'],
    message: 'Authorize.net needs its login, its transaction key and its signature key',
  },
} as const

type ProviderSetting = (typeof providerSettings)[keyof typeof providerSettings]['names'][number]

/** Lists the settings that are missing of a provider that is used. */
export const incompleteProviders = (
  env: { readonly PAYMENT_PROVIDER: string } & { readonly [Name in ProviderSetting]?: unknown },
): readonly (readonly [setting: string, message: string])[] =>
  Object.entries(providerSettings).flatMap(([provider, { names, message }]) => {
    const isUsed = env.PAYMENT_PROVIDER === provider || names.some((name) => env[name] !== undefined)
    return names.filter((name) => isUsed && env[name] === undefined).map((name) => [name, message] as const)
  })
