import { OAuth2Server } from 'oauth2-mock-server'

/** The claims about everybody who signs in, unless a test changes them. */
const usualClaims = { amr: ['mfa'], groups: ['coopline-support'], name: 'Jo Doe', preferred_username: 'jo.doe' }

/** Starts an OpenID provider whose tokens tests can change (`oauth2-mock-server`). It lets everybody in and knows every client. */
export async function startMockProvider(): Promise<OAuth2Server & { readonly issuerUrl: string }> {
  const provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const issuerUrl = `http://127.0.0.1:${provider.address().port}`
  // The server writes another name of this machine into its address.
  provider.issuer.url = issuerUrl
  provider.service.on(
    'beforeTokenSigning',
    ({ payload }: { payload: object }) => void Object.assign(payload, usualClaims),
  )
  return Object.assign(provider, { issuerUrl })
}
