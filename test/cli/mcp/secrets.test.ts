import { expect, it } from 'vitest'
import { requireNoSecret } from '../../../src/cli/mcp/secrets.ts'
import { newApiKey } from '../../../src/core/api/http/api-keys.ts'
import { sheet } from '../run-cli.ts'

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----\n'
const readAs = (encoding: BufferEncoding, text: string) => () => requireNoSecret('a.txt', Buffer.from(text, encoding))

it.each([
  ['a key of a practice project', newApiKey('practice')],
  ['a key of a live project in a table', `recipient,name,key\nada,A,${newApiKey('live')}\n`],
  ['the secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n'],
  ['a private key', pem],
  ['the words of a seed', `${words}\n`],
  ['the words of a seed, one a line', `My wallet\r\n${words.replaceAll(' ', '\r\n')}\r\n`],
])('%s is not read, whatever the encoding', (_what, text) => {
  for (const encoding of ['utf8', 'utf16le'] as const)
    expect(readAs(encoding, text)).toThrow(expect.objectContaining({ code: 'mcp.secret' }))
})

it('a table of NFTs is read: words of the list that stand in cells, hashes and addresses are no secrets', () => {
  const cells = words.replaceAll(' ', ',')
  for (const text of [
    sheet('Badge', 3),
    `recipient,name,tx_id\n0x${'ab'.repeat(20)},A,0x${'cd'.repeat(32)}\n`,
    `recipient,${cells}\nada,${cells}\n`,
    `recipient,description\nada,The winner of the year had a useful wave and thanks to all.\n`,
  ])
    expect(readAs('utf8', text)).not.toThrow()
})
