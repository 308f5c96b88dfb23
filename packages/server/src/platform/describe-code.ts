/** The meanings of the error codes of failed connections: of the network, TLS, PostgreSQL and the mail library. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
  ESOCKETTIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'there is no way to that machine',
  ENETUNREACH: 'there is no way to that network',
  ENOTFOUND: 'the name of the host is unknown',
  EDNS: 'the name of the host is unknown',
  EAI_AGAIN: 'the name server does not answer',
  ECONNECTION: 'the server cannot be reached, or breaks off',
  ESOCKET: 'the server cannot be reached, or TLS fails',
  ETLS: 'TLS fails',
  EAUTH: 'it refuses the user or the password',
  EPROTOCOL: 'the answer is not of a mail server',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by nobody whom this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is signed by nobody whom this machine trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate is signed by nobody whom this machine trusts, or a certificate in between is missing',
  ERR_SSL_WRONG_VERSION_NUMBER: 'there is no TLS at that port',
  EPROTO: 'there is no TLS at that port',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_SOCKET: 'the connection was cut',
  '28P01': 'the password is wrong',
  '28000': 'the role does not exist, or pg_hba.conf does not allow it from here',
  '3D000': 'there is no database of that name',
  '42501': 'the role lacks a right (run "coopline migrate")',
  '42P01': 'a table is missing (run "coopline migrate")',
  '42703': 'a column is missing (run "coopline migrate")',
  '53100': 'the disk of the database server is full',
  '53300': 'it has no more connections (max_connections)',
  '57P03': 'it is starting or stopping',
  '57014': 'a statement took too long',
}

/** Describes the code of an error in words, followed by the code; `null` for an error without a known code. */
export function describeCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  return meaning === undefined ? null : `${meaning} (${code})`
}
