import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../../platform/deps.ts'
import { drawQrCode, type QrCode } from './draw-qr-code.ts'

/** The length of a secret in bytes: 160 bits, the length of the hash that creates the codes (RFC 4226 §4, R6). */
export const appSecretBytes = 20

/** Returns a new secret in the forms that an authenticator app accepts. */
export async function showAppSecret(
  { settings }: Pick<Deps, 'settings'>,
  bytes: Uint8Array,
  username: string,
): Promise<{ readonly totpUri: string; readonly secretNewKey: string; readonly qrCode: QrCode }> {
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const totpUri = new TOTP({ issuer: settings.current().coopName, label: username, secret }).toString()
  return { totpUri, secretNewKey: secret.base32, qrCode: await drawQrCode(totpUri) }
}
