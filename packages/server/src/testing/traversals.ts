/** Ways of writing "one folder up" and its separators that some decoder somewhere takes for that. */
const ups = ['..', '....', '%2e%2e', '%252e%252e', '..%00', '\u2025', '%c0%ae%c0%ae', '．．', '..;', '.%2e'] as const
const separators = ['/', '\\', '%2f', '%5c', '%252f', '//', '\u2215', '%c0%af'] as const
const targets = ['etc/passwd', 'bill.pdf'] as const

const schemes = [
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'FILE:/etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://0xa9fea9fe/',
  'http://127.0.0.1:8080/metrics',
  'http://localhost@evil.example/',
  'https://evil.example/bill.pdf',
  '//evil.example/bill.pdf',
  'ftp://evil.example/bill.pdf',
  'gopher://127.0.0.1:25/_HELO',
  'data:application/pdf;base64,JVBERi0=',
  'javascript:alert(1)',
  'jar:file:///a.jar!/b',
  'php://filter/resource=/etc/passwd',
  'dict://127.0.0.1:11211/stat',
  '\\\\evil.example\\share\\bill.pdf',
  'C:\\Windows\\win.ini',
  '/proc/self/environ',
  '~/.ssh/id_rsa',
  'bill.pdf',
  '2026/bill.pdf',
  '$(cat /etc/passwd)',
  '`id`',
  "'; drop table cis.bill; --",
  '{"kind":"bill"}',
  'eyJhbGciOiJub25lIn0..AAAA.AAAA.AAAA',
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0.....',
  'null',
] as const

/** Paths and addresses that an attacker might send as the name of a document. */
export const traversals: readonly string[] = [
  ...ups.flatMap((up) => separators.flatMap((separator) => targets.map((to) => `${(up + separator).repeat(4)}${to}`))),
  ...schemes,
]
